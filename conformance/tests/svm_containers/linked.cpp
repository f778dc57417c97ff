// SPDX-License-Identifier: Apache-2.0
// Lists and trees in shared virtual memory, whose pointers kernels follow themselves.
#include "conformance/tests/svm_containers/shared.h"

#include <algorithm>
#include <functional>
#include <set>
#include <vector>

namespace {

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

} // namespace

int
main()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(list_is_summed),
        cmocka_unit_test(list_is_reversed),
        cmocka_unit_test(doubly_linked_list_loses_every_other),
        cmocka_unit_test(many_lists_at_once),
        cmocka_unit_test(lists_sorted_by_merging),
        cmocka_unit_test(tree_is_searched),
        cmocka_unit_test(tree_is_walked_with_a_stack),
        cmocka_unit_test(tree_is_mirrored),
        cmocka_unit_test(tree_is_grown_by_a_kernel),
    };

    return cmocka_run_group_tests_name("svm_containers_linked", tests, test_begin, test_end);
}
