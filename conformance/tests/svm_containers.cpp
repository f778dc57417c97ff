// SPDX-License-Identifier: Apache-2.0
// Containers of C++ in shared virtual memory: each case builds one on the host, has a kernel compute with it, and
// compares with the host.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <forward_list>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

extern "C" {
#include "conformance/tests/support.h"
}

namespace {

// What containers of the standard library take memory from.
template <typename T> struct Shared {
    using value_type = T;

    Shared() = default;
    template <typename U> Shared(const Shared<U> &) {}
    T *allocate(std::size_t count)
    {
        auto p = static_cast<T *>(clSVMAlloc(
            test_context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS, count * sizeof(T), 0));

        if (!p)
            std::abort();
        return p;
    }
    void deallocate(T *p, std::size_t) { clSVMFree(test_context, p); }
    friend bool operator==(const Shared &, const Shared &) { return true; }
    friend bool operator!=(const Shared &, const Shared &) { return false; }
};

template <typename T> using Vector = std::vector<T, Shared<T>>;
using String = std::basic_string<char, std::char_traits<char>, Shared<char>>;

// A value in shared memory.
template <typename T> class Box {
public:
    Box() : Values(1, T()) {}
    T &operator*() { return Values[0]; }
    T *operator->() { return &Values[0]; }
    T *get() { return &Values[0]; }

private:
    Vector<T> Values;
};

void
set(cl_kernel Kernel, cl_uint Index, const void *Pointer)
{
    CHECK(clSetKernelArgSVMPointer(Kernel, Index, Pointer));
}
void
set(cl_kernel Kernel, cl_uint Index, cl_int Value)
{
    CHECK(clSetKernelArg(Kernel, Index, sizeof(Value), &Value));
}

// Runs `void k(...) Body` over so many work-items.
template <typename... Arguments>
void
run(const char *Before, const std::string &Parameters, const std::string &Body, std::size_t Items, Arguments... Values)
{
    const std::string Source =
        std::string(Before) + "\nkernel void k(" + Parameters + ") { const int i = get_global_id(0); " + Body + " }";
    cl_program Program = test_build(Source.c_str(), "-cl-std=CL3.0");
    cl_int Error;
    cl_kernel Kernel = clCreateKernel(Program, "k", &Error);
    cl_uint Index = 0;

    CHECK(Error);
    (set(Kernel, Index++, Values), ...);
    CHECK(clEnqueueNDRangeKernel(test_queue, Kernel, 1, nullptr, &Items, nullptr, 0, nullptr, nullptr));
    CHECK(clFinish(test_queue));
    CHECK(clReleaseKernel(Kernel));
    CHECK(clReleaseProgram(Program));
}

// Numbers that are the same every time.
int
number(unsigned I)
{
    return static_cast<int>((I * 2654435761u) >> 12);
}

constexpr int Count = 700;

// Vectors and arrays.

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

// Containers of nodes of the standard library: kernels get pointers to the elements.

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

// Structures with pointers that kernels follow themselves.

struct Link {
    Link *Next, *Previous;
    cl_long Value;
};
const char LinkSource[] = "typedef struct link { global struct link *next, *previous; long value; } link;";

void
list_is_summed(void **)
{
    Vector<Link> Links(Count);
    Box<cl_long> Sum;
    cl_long Expected = 0;

    for (int I = 0; I < Count; I++) {
        Links[I] = {I + 1 < Count ? &Links[I + 1] : nullptr, nullptr, number(I)};
        Expected += number(I);
    }
    run(LinkSource, "global link *l, global long *sum", "for (; l; l = l->next) *sum += l->value;", 1, &Links[0],
        Sum.get());
    assert_int_equal(*Sum, Expected);
}

void
list_is_reversed(void **)
{
    Vector<Link> Links(Count);
    Box<Link *> Head;
    int I = Count;

    for (int J = 0; J < Count; J++)
        Links[J] = {J + 1 < Count ? &Links[J + 1] : nullptr, nullptr, J};
    *Head = &Links[0];
    run(LinkSource, "global link * global *head",
        "global link *done = 0, *rest = *head;"
        "while (rest) { global link *next = rest->next; rest->next = done; done = rest; rest = next; } *head = done;",
        1, Head.get());
    for (Link *L = *Head; L; L = L->Next)
        assert_int_equal(L->Value, --I);
    assert_int_equal(I, 0);
}

void
doubly_linked_list_loses_every_other(void **)
{
    Vector<Link> Links(Count);
    int I = 0;

    for (int J = 0; J < Count; J++)
        Links[J] = {J + 1 < Count ? &Links[J + 1] : nullptr, J ? &Links[J - 1] : nullptr, J};
    run(LinkSource, "global link *l",
        "for (l = l->next; l; l = l->next ? l->next->next : 0) {"
        "  l->previous->next = l->next; if (l->next) l->next->previous = l->previous; }",
        1, &Links[0]);
    for (Link *L = &Links[0]; L; L = L->Next, I += 2) {
        assert_int_equal(L->Value, I);
        assert_ptr_equal(L->Previous, I ? &Links[I - 2] : nullptr);
    }
    assert_int_equal(I, Count);
}

void
many_lists_at_once(void **)
{
    Vector<Link> Links(50 * 20);
    Vector<Link *> Heads(50);
    Vector<cl_long> Sums(50);

    for (int I = 0; I < 50 * 20; I++) {
        Links[I] = {Heads[I % 50], nullptr, I};
        Heads[I % 50] = &Links[I];
    }
    run(LinkSource, "global link * global *heads, global long *sums",
        "for (global link *l = heads[i]; l; l = l->next) sums[i] += l->value;", 50, Heads.data(), Sums.data());
    for (int I = 0; I < 50; I++)
        assert_int_equal(Sums[I], 20 * I + 50 * 190);
}

void
lists_sorted_by_merging(void **)
{
    Vector<Link> Links(256);
    Box<Link *> Head;
    int N = 0;

    for (int I = 0; I < 256; I++)
        Links[I] = {I + 1 < 256 ? &Links[I + 1] : nullptr, nullptr, number(I)};
    *Head = &Links[0];
    run(LinkSource, "global link * global *head",
        "for (int width = 1; width < 256; width *= 2) {"
        "  global link *rest = *head, *first = 0, *last = 0;"
        "  while (rest) {"
        "    global link *a = rest, *b = rest; int na = 0, nb = width;"
        "    while (na < width && b) { b = b->next; na++; }"
        "    while (na || (nb && b)) {"
        "      global link *take;"
        "      if (na && !(nb && b && b->value < a->value)) { take = a; a = a->next; na--; }"
        "      else { take = b; b = b->next; nb--; }"
        "      if (last) last->next = take; else first = take;"
        "      last = take;"
        "    }"
        "    rest = b;"
        "  }"
        "  last->next = 0; *head = first;"
        "}",
        1, Head.get());
    for (Link *L = *Head; L; L = L->Next, N++)
        assert_true(!L->Next || L->Value <= L->Next->Value);
    assert_int_equal(N, 256);
}

struct Tree {
    Tree *Left, *Right;
    cl_int Key, Value;
};
const char TreeSource[] = "typedef struct tree { global struct tree *left, *right; int key, value; } tree;";

void
insert(Tree **Root, Tree *T)
{
    while (*Root)
        Root = T->Key < (*Root)->Key ? &(*Root)->Left : &(*Root)->Right;
    *Root = T;
}

struct Forest {
    Vector<Tree> Nodes;
    Tree *Root = nullptr;

    explicit Forest(int N) : Nodes(N)
    {
        for (int I = 0; I < N; I++) {
            Nodes[I] = {nullptr, nullptr, number(I), I};
            insert(&Root, &Nodes[I]);
        }
    }
};

void
tree_is_searched(void **)
{
    Forest F(Count);
    Vector<int> Keys(Count), Found(Count, -1);

    for (int I = 0; I < Count; I++)
        Keys[I] = I % 2 ? number(I) : -1 - I;
    run(TreeSource, "global tree *t, global int *keys, global int *found",
        "while (t && t->key != keys[i]) t = keys[i] < t->key ? t->left : t->right; if (t) found[i] = t->value;", Count,
        F.Root, Keys.data(), Found.data());
    for (int I = 0; I < Count; I++)
        assert_int_equal(Found[I], I % 2 ? I : -1);
}

void
tree_is_walked_with_a_stack(void **)
{
    Forest F(200);
    Vector<int> Order(200);

    run(TreeSource, "global tree *t, global int *order",
        "global tree *stack[200]; int n = 0, at = 0;"
        "while (t || n) { while (t) { stack[n++] = t; t = t->left; } t = stack[--n]; order[at++] = t->key; t = "
        "t->right; }",
        1, F.Root, Order.data());
    assert_true(std::is_sorted(Order.begin(), Order.end()));
    assert_int_equal(std::set<int>(Order.begin(), Order.end()).size(), 200);
}

void
tree_is_mirrored(void **)
{
    Forest F(300);
    std::function<void(const Tree *, std::vector<int> &)> Walk = [&](const Tree *T, std::vector<int> &Keys) {
        if (!T)
            return;
        Walk(T->Left, Keys);
        Keys.push_back(T->Key);
        Walk(T->Right, Keys);
    };
    std::vector<int> Before, After;

    Walk(F.Root, Before);
    run(TreeSource, "global tree *t", "global tree *x = t[i].left; t[i].left = t[i].right; t[i].right = x;", 300,
        F.Nodes.data());
    Walk(F.Root, After);
    std::reverse(After.begin(), After.end());
    assert_true(Before == After);
}

void
tree_is_grown_by_a_kernel(void **)
{
    Vector<Tree> Nodes(Count);
    Box<Tree *> Root;
    int N = 0;
    std::function<void(const Tree *, int, int)> Check = [&](const Tree *T, int Low, int High) {
        if (!T)
            return;
        assert_true(T->Key >= Low && T->Key <= High);
        N++;
        Check(T->Left, Low, T->Key);
        Check(T->Right, T->Key, High);
    };

    for (int I = 0; I < Count; I++)
        Nodes[I] = {nullptr, nullptr, number(I), I};
    // All work-items insert at once: a place is taken by exchanging its NULL.
    run(TreeSource, "global tree *nodes, global ulong *root",
        "global tree *mine = nodes + i; volatile global atomic_ulong *at = (volatile global atomic_ulong *)root;"
        "ulong seen = 0;"
        "while (!atomic_compare_exchange_strong(at, &seen, (ulong)mine)) {"
        "  global tree *t = (global tree *)seen;"
        "  at = (volatile global atomic_ulong *)(mine->key < t->key ? &t->left : &t->right); seen = 0; }",
        Count, Nodes.data(), Root.get());
    Check(*Root, 0, 1 << 30);
    assert_int_equal(N, Count);
}

struct Entry {
    Entry *Next;
    cl_uint Key, Value;
};

void
hash_map_with_chains_is_filled(void **)
{
    Vector<Entry> Entries(Count);
    Vector<Entry *> Buckets(64);
    std::map<unsigned, unsigned> Seen;

    for (unsigned I = 0; I < Count; I++)
        Entries[I] = {nullptr, static_cast<cl_uint>(number(I)), I};
    run("typedef struct entry { global struct entry *next; uint key, value; } entry;",
        "global entry *entries, global atomic_ulong *buckets",
        "global atomic_ulong *bucket = buckets + entries[i].key % 64; ulong old = atomic_load(bucket);"
        "do entries[i].next = (global entry *)old;"
        "while (!atomic_compare_exchange_weak(bucket, &old, (ulong)(entries + i)));",
        Count, Entries.data(), Buckets.data());
    for (unsigned B = 0; B < 64; B++)
        for (Entry *E = Buckets[B]; E; E = E->Next) {
            assert_int_equal(E->Key % 64, B);
            Seen[E->Key] = E->Value;
        }
    assert_int_equal(Seen.size(), Count);
}

void
hash_map_with_chains_is_searched(void **)
{
    Vector<Entry> Entries(Count);
    Vector<Entry *> Buckets(64);
    Vector<int> Found(Count);

    for (unsigned I = 0; I < Count; I++) {
        Entry *&Bucket = Buckets[static_cast<unsigned>(number(I)) % 64];

        Entries[I] = {Bucket, static_cast<cl_uint>(number(I)), I};
        Bucket = &Entries[I];
    }
    run("typedef struct entry { global struct entry *next; uint key, value; } entry;",
        "global entry * global *buckets, global int *found",
        "const uint key = ((uint)i * 2654435761u) >> 12; global entry *e = buckets[key % 64];"
        "while (e && e->key != key) e = e->next; found[i] = e ? (int)e->value : -1;",
        Count, Buckets.data(), Found.data());
    for (int I = 0; I < Count; I++)
        assert_int_equal(Found[I], I);
}

void
hash_map_of_open_addresses(void **)
{
    Vector<cl_uint> Keys(1024), Counts(1024);
    std::map<unsigned, unsigned> Expected, Seen;

    for (unsigned I = 0; I < 4000; I++)
        Expected[static_cast<unsigned>(number(I)) % 500 + 1]++;
    run("", "global atomic_uint *keys, global atomic_uint *counts",
        "const uint key = (((uint)i * 2654435761u) >> 12) % 500 + 1;"
        "for (uint at = key * 7; ; at++) {"
        "  uint seen = 0;"
        "  if (atomic_compare_exchange_strong(&keys[at % 1024], &seen, key) || seen == key) {"
        "    atomic_fetch_add(&counts[at % 1024], 1u); break; }"
        "}",
        4000, Keys.data(), Counts.data());
    for (int I = 0; I < 1024; I++)
        if (Keys[I])
            Seen[Keys[I]] = Counts[I];
    assert_true(Seen == Expected);
}

struct Trie {
    Trie *Children[26];
    cl_int Words;
};

void
trie_counts_words(void **)
{
    Vector<Trie> Nodes;
    Vector<char> Text;
    Vector<int> Starts, Found(200);
    std::map<std::string, int> Words;

    Nodes.reserve(2000);
    Nodes.push_back({});
    for (unsigned I = 0; I < 200; I++) {
        std::string Word;
        Trie *T = &Nodes[0];

        for (unsigned N = static_cast<unsigned>(number(I)) % 50 + 1; N; N /= 3)
            Word += static_cast<char>('a' + N % 3);
        Starts.push_back(static_cast<int>(Text.size()));
        Text.insert(Text.end(), Word.c_str(), Word.c_str() + Word.size() + 1);
        Words[Word]++;
        for (char C : Word) {
            if (!T->Children[C - 'a']) {
                Nodes.push_back({});
                T->Children[C - 'a'] = &Nodes.back();
            }
            T = T->Children[C - 'a'];
        }
        T->Words++;
    }
    run("typedef struct trie { global struct trie *children[26]; int words; } trie;",
        "global trie *t, global char *text, global int *starts, global int *found",
        "for (global char *c = text + starts[i]; *c; c++) t = t->children[*c - 'a']; found[i] = t->words;", 200,
        &Nodes[0], Text.data(), Starts.data(), Found.data());
    for (int I = 0; I < 200; I++)
        assert_int_equal(Found[I], Words[Text.data() + Starts[I]]);
}

struct Vertex {
    Vertex **Neighbours;
    cl_int Degree, Distance;
};

void
graph_is_searched_breadth_first(void **)
{
    enum { N = 300 };
    Vector<Vertex> Graph(N);
    std::vector<Vector<Vertex *>> Edges(N);
    std::vector<int> Expected(N, -1);
    std::deque<int> Queue = {0};

    for (int I = 0; I < N; I++) {
        for (int Other : {(I * 7 + 1) % N, (I * 3 + 2) % N, (I + 11) % N})
            Edges[I].push_back(&Graph[Other]);
        Graph[I] = {Edges[I].data(), 3, I ? -1 : 0};
    }
    Expected[0] = 0;
    while (!Queue.empty()) {
        int At = Queue.front();

        Queue.pop_front();
        for (Vertex *V : Edges[At])
            if (int &D = Expected[V - &Graph[0]]; D < 0) {
                D = Expected[At] + 1;
                Queue.push_back(static_cast<int>(V - &Graph[0]));
            }
    }
    for (int Level = 0; Level < *std::max_element(Expected.begin(), Expected.end()); Level++)
        run("typedef struct vertex { global struct vertex * global *neighbours; int degree, distance; } vertex;",
            "global vertex *v, int level",
            "if (v[i].distance == level) for (int j = 0; j < v[i].degree; j++)"
            "  atomic_cmpxchg((volatile global int *)&v[i].neighbours[j]->distance, -1, level + 1);",
            N, Graph.data(), Level);
    for (int I = 0; I < N; I++)
        assert_int_equal(Graph[I].Distance, Expected[I]);
}

struct Level {
    Level *Next, *Down;
    cl_int Key;
};

void
skip_list_is_searched(void **)
{
    Vector<Level> Nodes;
    std::vector<Level *> Heads;
    Vector<int> Found(1000);

    Nodes.reserve(3000);
    for (int Step = 1; Step <= 64; Step *= 4) {
        Level *Last = nullptr;

        Nodes.push_back({nullptr, Heads.empty() ? nullptr : Heads.back(), -1});
        Heads.push_back(Last = &Nodes.back());
        for (int Key = 0; Key < 1000; Key += 2 * Step) {
            Level *Down = Step == 1 ? nullptr : Heads[Heads.size() - 2];

            while (Down && Down->Key != Key)
                Down = Down->Next;
            Nodes.push_back({nullptr, Down, Key});
            Last = Last->Next = &Nodes.back();
        }
    }
    run("typedef struct level { global struct level *next, *down; int key; } level;",
        "global level *l, global int *found",
        "for (; l; l = l->down) { while (l->next && l->next->key <= i) l = l->next; if (l->key == i) { found[i] = 1; "
        "break; } }",
        1000, Heads.back(), Found.data());
    for (int I = 0; I < 1000; I++)
        assert_int_equal(Found[I], I % 2 == 0);
}

void
ring_buffer_goes_round(void **)
{
    struct Ring {
        cl_int *Start;
        cl_int First, Used, Size;
    };
    Vector<int> Memory(16), Taken(100);
    Box<Ring> R;

    *R = {Memory.data(), 0, 0, 16};
    run("typedef struct { global int *start; int first, used, size; } ring;", "global ring *r, global int *taken",
        "int in = 0, out = 0;"
        "while (out < 100) {"
        "  while (r->used < r->size && in < 100) r->start[(r->first + r->used++) % r->size] = in++ * 3;"
        "  for (int j = 0; j < 7 && r->used; j++, r->used--) { taken[out++] = r->start[r->first]; r->first = (r->first "
        "+ 1) % r->size; }"
        "}",
        1, R.get(), Taken.data());
    for (int I = 0; I < 100; I++)
        assert_int_equal(Taken[I], 3 * I);
    assert_int_equal(R->Used, 0);
}

void
matrix_of_row_pointers(void **)
{
    enum { N = 20 };
    Vector<float> A(N * N), B(N * N), C(N * N);
    Vector<float *> Rows;

    for (int I = 0; I < N * N; I++) {
        A[I] = static_cast<float>(I % 7);
        B[I] = static_cast<float>(I % 5);
    }
    for (Vector<float> *M : {&A, &B, &C})
        for (int I = 0; I < N; I++)
            Rows.push_back(M->data() + I * N);
    run("", "global float * global *rows, int n",
        "for (int j = 0; j < n; j++) { float s = 0; for (int k = 0; k < n; k++) s += rows[i][k] * rows[n + k][j]; "
        "rows[2 * n + i][j] = s; }",
        N, Rows.data(), static_cast<cl_int>(N));
    for (int I = 0; I < N; I++)
        for (int J = 0; J < N; J++) {
            float Sum = 0;

            for (int K = 0; K < N; K++)
                Sum += A[I * N + K] * B[K * N + J];
            assert_true(C[I * N + J] == Sum);
        }
}

void
arena_of_a_kernels_own(void **)
{
    struct Arena {
        std::atomic<cl_uint> Used;
        cl_uint Size;
        char *Memory;
    };
    Vector<char> Memory(64 * 1024);
    Vector<cl_int *> Lists(100);
    auto A = Shared<Arena>().allocate(1);

    new (A) Arena{{0}, 64 * 1024, Memory.data()};
    run("typedef struct { atomic_uint used; uint size; global char *memory; } arena;",
        "global arena *a, global ulong *lists",
        "uint at = atomic_fetch_add(&a->used, (uint)(i + 1) * 4); global int *mine = (global int *)(a->memory + at);"
        "for (int j = 0; j <= i; j++) mine[j] = i * j; lists[i] = (ulong)mine;",
        100, A, Lists.data());
    assert_int_equal(A->Used.load(), 5050 * 4);
    for (int I = 0; I < 100; I++)
        for (int J = 0; J <= I; J++)
            assert_int_equal(Lists[I][J], I * J);
    Shared<Arena>().deallocate(A, 1);
}

void
disjoint_sets_are_joined(void **)
{
    struct Member {
        Member *Parent;
    };
    Vector<Member> Members(120);

    for (auto &M : Members)
        M.Parent = &M;
    run("typedef struct member { global struct member *parent; } member;", "global member *m, int n",
        "for (int j = 0; j + 6 < n; j++) {"
        "  global member *a = m + j, *b = m + j + 6;"
        "  while (a->parent != a) a = a->parent; while (b->parent != b) b = b->parent;"
        "  if (a != b) b->parent = a;"
        "}",
        1, Members.data(), 120);
    auto Root = [](Member *M) {
        while (M->Parent != M)
            M = M->Parent;
        return M;
    };
    for (int I = 0; I < 120; I++)
        assert_ptr_equal(Root(&Members[I]), Root(&Members[I % 6]));
    assert_ptr_not_equal(Root(&Members[0]), Root(&Members[1]));
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
        cmocka_unit_test(list_is_summed),
        cmocka_unit_test(list_is_reversed),
        cmocka_unit_test(doubly_linked_list_loses_every_other),
        cmocka_unit_test(many_lists_at_once),
        cmocka_unit_test(lists_sorted_by_merging),
        cmocka_unit_test(tree_is_searched),
        cmocka_unit_test(tree_is_walked_with_a_stack),
        cmocka_unit_test(tree_is_mirrored),
        cmocka_unit_test(tree_is_grown_by_a_kernel),
        cmocka_unit_test(hash_map_with_chains_is_filled),
        cmocka_unit_test(hash_map_with_chains_is_searched),
        cmocka_unit_test(hash_map_of_open_addresses),
        cmocka_unit_test(trie_counts_words),
        cmocka_unit_test(graph_is_searched_breadth_first),
        cmocka_unit_test(skip_list_is_searched),
        cmocka_unit_test(ring_buffer_goes_round),
        cmocka_unit_test(matrix_of_row_pointers),
        cmocka_unit_test(arena_of_a_kernels_own),
        cmocka_unit_test(disjoint_sets_are_joined),
    };

    return cmocka_run_group_tests_name("svm_containers", tests, test_begin, test_end);
}
