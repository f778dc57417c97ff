// SPDX-License-Identifier: Apache-2.0
// Containers of nodes of C++'s library in shared virtual memory: kernels get pointers to the elements.
#include "conformance/tests/svm_containers/shared.h"

#include <deque>
#include <forward_list>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace {

template <typename Container>
Vector<int *>
elements(Container &C)
{
    Vector<int *> Pointers;

    for (auto &Element : C)
        Pointers.push_back(&Element);
    return Pointers;
}

void
list_elements(void **)
{
    std::list<int, Shared<int>> L;

    for (int I = 0; I < Count; I++)
        I % 2 ? L.push_back(I) : L.push_front(I);
    auto P = elements(L);
    run("", "global int * global *p", "*p[i] += 1000;", P.size(), P.data());
    int I = 0;
    for (int X : L)
        assert_int_equal(X, 1000 + (I < Count / 2 ? Count - 2 - 2 * I : 2 * (I - Count / 2) + 1)), I++;
}

void
list_elements_after_splicing(void **)
{
    std::list<int, Shared<int>> A, B;

    for (int I = 0; I < 100; I++) {
        A.push_back(2 * I);
        B.push_back(2 * I + 1);
    }
    A.merge(B);
    auto P = elements(A);
    run("", "global int * global *p", "*p[i] = *p[i] == i ? -i : 1;", P.size(), P.data());
    int I = 0;
    for (int X : A)
        assert_int_equal(X, -I++);
}

void
forward_list_elements(void **)
{
    std::forward_list<int, Shared<int>> L;

    for (int I = 0; I < Count; I++)
        L.push_front(I);
    L.reverse();
    auto P = elements(L);
    run("", "global int * global *p", "*p[i] -= i;", P.size(), P.data());
    for (int X : L)
        assert_int_equal(X, 0);
}

void
deque_elements(void **)
{
    std::deque<int, Shared<int>> D;

    for (int I = 0; I < Count; I++) {
        D.push_back(I);
        D.push_front(-I);
    }
    auto P = elements(D);
    run("", "global int * global *p", "*p[i] = i;", P.size(), P.data());
    for (int I = 0; I < 2 * Count; I++)
        assert_int_equal(D[I], I);
}

void
map_values(void **)
{
    std::map<int, int, std::less<int>, Shared<std::pair<const int, int>>> M;
    Vector<std::pair<const int, int> *> P;

    for (int I = 0; I < Count; I++)
        M[number(I)] = I;
    for (auto &Pair : M)
        P.push_back(&Pair);
    run("typedef struct { int first, second; } pair;", "global pair * global *p", "p[i]->second += p[i]->first;",
        P.size(), P.data());
    for (int I = 0; I < Count; I++)
        assert_int_equal(M.at(number(I)), I + number(I));
}

void
multimap_values(void **)
{
    std::multimap<int, int, std::less<int>, Shared<std::pair<const int, int>>> M;
    Vector<std::pair<const int, int> *> P;
    Vector<int> Sums(10);

    for (int I = 0; I < Count; I++)
        M.emplace(I % 10, I);
    for (auto &Pair : M)
        P.push_back(&Pair);
    run("typedef struct { int first, second; } pair;", "global pair * global *p, global atomic_int *sums",
        "atomic_fetch_add(&sums[p[i]->first], p[i]->second);", P.size(), P.data(), Sums.data());
    for (int I = 0; I < 10; I++)
        assert_int_equal(Sums[I], 70 * I + 10 * (69 * 70 / 2));
}

void
set_elements(void **)
{
    std::set<int, std::less<int>, Shared<int>> S;
    Vector<const int *> P;
    Vector<int> Rising(Count);

    for (int I = 0; I < Count; I++)
        S.insert(number(I));
    for (auto &X : S)
        P.push_back(&X);
    run("", "global int * global *p, global int *rising", "rising[i] = i == 0 || *p[i - 1] < *p[i];", P.size(),
        P.data(), Rising.data());
    assert_int_equal(std::accumulate(Rising.begin(), Rising.end(), 0), S.size());
}

void
unordered_map_values(void **)
{
    std::unordered_map<int, int, std::hash<int>, std::equal_to<int>, Shared<std::pair<const int, int>>> M;
    Vector<int *> P(Count);

    for (int I = 0; I < Count; I++)
        M[number(I)] = 1;
    for (int I = 0; I < Count; I++)
        P[I] = &M[number(I)];
    run("", "global int * global *p", "*p[i] += i;", P.size(), P.data());
    for (int I = 0; I < Count; I++)
        assert_int_equal(M[number(I)], I + 1);
}

void
unordered_set_elements(void **)
{
    std::unordered_set<int, std::hash<int>, std::equal_to<int>, Shared<int>> S;
    Vector<const int *> P;
    Box<cl_long> Sum;
    cl_long Expected = 0;

    for (int I = 0; I < Count; I++)
        S.insert(number(I) % 1000);
    for (auto &X : S) {
        P.push_back(&X);
        Expected += X;
    }
    run("", "global int * global *p, global long *sum, int n", "for (int j = 0; j < n; j++) *sum += *p[j];", 1,
        P.data(), Sum.get(), static_cast<cl_int>(P.size()));
    assert_int_equal(*Sum, Expected);
}

void
objects_of_unique_and_shared_pointers(void **)
{
    auto Deleter = [](int *P) { clSVMFree(test_context, P); };
    std::vector<std::unique_ptr<int, decltype(Deleter)>> Unique;
    std::vector<std::shared_ptr<int>> Counted;
    Vector<int *> P;

    for (int I = 0; I < 100; I++) {
        Unique.emplace_back(Shared<int>().allocate(1), Deleter);
        Counted.push_back(std::allocate_shared<int>(Shared<int>(), I));
        *Unique.back() = I;
        P.push_back(Unique.back().get());
        P.push_back(Counted.back().get());
    }
    run("", "global int * global *p", "*p[i] *= 3;", P.size(), P.data());
    for (int I = 0; I < 100; I++) {
        assert_int_equal(*Unique[I], 3 * I);
        assert_int_equal(*Counted[I], 3 * I);
    }
}

} // namespace

int
main()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(list_elements),
        cmocka_unit_test(list_elements_after_splicing),
        cmocka_unit_test(forward_list_elements),
        cmocka_unit_test(deque_elements),
        cmocka_unit_test(map_values),
        cmocka_unit_test(multimap_values),
        cmocka_unit_test(set_elements),
        cmocka_unit_test(unordered_map_values),
        cmocka_unit_test(unordered_set_elements),
        cmocka_unit_test(objects_of_unique_and_shared_pointers),
    };

    return cmocka_run_group_tests_name("svm_containers_nodes", tests, test_begin, test_end);
}
