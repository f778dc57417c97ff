// SPDX-License-Identifier: Apache-2.0
// Vectors, arrays and strings of C++ in shared virtual memory.
#include "conformance/tests/svm_containers/shared.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace {

void
vector_is_doubled(void **)
{
    Vector<int> V(Count);

    std::iota(V.begin(), V.end(), 1);
    run("", "global int *v", "v[i] *= 2;", V.size(), V.data());
    for (int I = 0; I < Count; I++)
        assert_int_equal(V[I], 2 * (I + 1));
}

void
vector_that_grew(void **)
{
    Vector<int> V;

    for (int I = 0; I < Count; I++)
        V.push_back(number(I));
    run("", "global int *v", "v[i] ^= i;", V.size(), V.data());
    for (int I = 0; I < Count; I++)
        assert_int_equal(V[I], number(I) ^ I);
}

void
vector_of_pairs(void **)
{
    Vector<std::pair<int, float>> V;

    for (int I = 0; I < Count; I++)
        V.emplace_back(I, 0.5f);
    run("typedef struct { int first; float second; } pair;", "global pair *v", "v[i].second += v[i].first;", V.size(),
        V.data());
    for (int I = 0; I < Count; I++)
        assert_true(V[I].second == 0.5f + static_cast<float>(I));
}

void
vector_of_vectors(void **)
{
    Vector<Vector<int>> Rows;
    Vector<int *> Starts;

    for (int I = 0; I < 60; I++) {
        Rows.emplace_back(I + 1, I);
        Starts.push_back(Rows.back().data());
    }
    for (auto &Row : Rows)
        Starts[&Row - &Rows[0]] = Row.data();
    run("", "global int * global *rows", "for (int j = 0; j <= i; j++) rows[i][j] += j;", 60, Starts.data());
    for (int I = 0; I < 60; I++)
        for (int J = 0; J <= I; J++)
            assert_int_equal(Rows[I][J], I + J);
}

void
vector_of_arrays(void **)
{
    Vector<std::array<int, 5>> V(100);

    run("", "global int *v", "for (int j = 0; j < 5; j++) v[i * 5 + j] = i * j;", V.size(), V.data());
    for (int I = 0; I < 100; I++)
        for (int J = 0; J < 5; J++)
            assert_int_equal(V[I][J], I * J);
}

void
vector_of_the_systems_heap(void **)
{
    std::vector<int> V(Count, 3);

    run("", "global int *v", "v[i] += i;", V.size(), V.data());
    for (int I = 0; I < Count; I++)
        assert_int_equal(V[I], I + 3);
}

void
vector_without_gaps_after_erasing(void **)
{
    Vector<int> V(Count);
    Box<int> Sum;

    std::iota(V.begin(), V.end(), 0);
    V.erase(std::remove_if(V.begin(), V.end(), [](int X) { return X % 3 == 0; }), V.end());
    V.shrink_to_fit();
    run("", "global int *v, global int *sum, int n", "for (int j = 0; j < n; j++) *sum += v[j];", 1, V.data(),
        Sum.get(), static_cast<cl_int>(V.size()));
    assert_int_equal(*Sum, std::accumulate(V.begin(), V.end(), 0));
}

void
range_from_begin_to_end(void **)
{
    Vector<int> V(Count);
    Box<cl_long> Sum;

    std::generate(V.begin(), V.end(), [I = 0u]() mutable { return number(I++); });
    run("", "global int *begin, global int *end, global long *sum", "for (; begin != end; begin++) *sum += *begin;", 1,
        V.data(), V.data() + V.size(), Sum.get());
    assert_int_equal(*Sum, std::accumulate(V.begin(), V.end(), cl_long(0)));
}

void
sorted_vector_is_searched(void **)
{
    Vector<int> V(Count), Found(Count);

    for (int I = 0; I < Count; I++)
        V[I] = number(I);
    std::sort(V.begin(), V.end());
    run("", "global int *v, global int *found, int n",
        "int low = 0, high = n; const int x = i * 1500;"
        "while (low < high) { int mid = (low + high) / 2; if (v[mid] < x) low = mid + 1; else high = mid; }"
        "found[i] = low;",
        Count, V.data(), Found.data(), Count);
    for (int I = 0; I < Count; I++)
        assert_int_equal(Found[I], std::lower_bound(V.begin(), V.end(), I * 1500) - V.begin());
}

void
heap_is_sifted(void **)
{
    Vector<int> V(255);

    for (int I = 0; I < 255; I++)
        V[I] = number(I);
    run("", "global int *v, int n",
        "for (int root = n / 2 - 1; root >= 0; root--)"
        "  for (int at = root, child; (child = 2 * at + 1) < n; at = child) {"
        "    child += child + 1 < n && v[child + 1] > v[child];"
        "    if (v[at] >= v[child]) break;"
        "    int t = v[at]; v[at] = v[child]; v[child] = t;"
        "  }",
        1, V.data(), 255);
    assert_true(std::is_heap(V.begin(), V.end()));
}

void
strings_are_turned_to_capitals(void **)
{
    Vector<String> Strings;
    Vector<char *> Starts;

    for (int I = 0; I < 50; I++)
        Strings.emplace_back(40 + I, static_cast<char>('a' + I % 26));
    for (auto &S : Strings)
        Starts.push_back(&S[0]);
    run("", "global char * global *s", "for (global char *c = s[i]; *c; c++) *c -= 32;", 50, Starts.data());
    for (int I = 0; I < 50; I++)
        assert_true(Strings[I] == String(40 + I, static_cast<char>('A' + I % 26)));
}

void
short_strings_lie_in_their_objects(void **)
{
    Vector<String> Strings(20, "abc");
    Vector<const char *> Starts;
    Vector<int> Lengths(20);

    for (int I = 0; I < 20; I++) {
        Strings[I] += std::string(I % 9, 'x').c_str();
        Starts.push_back(Strings[I].c_str());
    }
    run("", "global char * global *s, global int *n", "while (s[i][n[i]]) n[i]++;", 20, Starts.data(), Lengths.data());
    for (int I = 0; I < 20; I++)
        assert_int_equal(Lengths[I], Strings[I].size());
}

} // namespace

int
main()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vector_is_doubled),
        cmocka_unit_test(vector_that_grew),
        cmocka_unit_test(vector_of_pairs),
        cmocka_unit_test(vector_of_vectors),
        cmocka_unit_test(vector_of_arrays),
        cmocka_unit_test(vector_of_the_systems_heap),
        cmocka_unit_test(vector_without_gaps_after_erasing),
        cmocka_unit_test(range_from_begin_to_end),
        cmocka_unit_test(sorted_vector_is_searched),
        cmocka_unit_test(heap_is_sifted),
        cmocka_unit_test(strings_are_turned_to_capitals),
        cmocka_unit_test(short_strings_lie_in_their_objects),
    };

    return cmocka_run_group_tests_name("svm_containers_vectors", tests, test_begin, test_end);
}
