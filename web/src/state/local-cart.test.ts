import { describe, expect, it } from 'vitest'

import {
  addItem,
  readLocalCart,
  removeItem,
  setItem,
  totalOf,
  unitsOf,
  writeLocalCart,
  type CartItem,
} from './local-cart.ts'

const product = (id: string, price = 10, currency = 'BRL') => ({
  id,
  slug: `produto-${id}`,
  name: `Produto ${id}`,
  image: null,
  price,
  currency,
  color: '#fff',
  delivery: 'at_once' as const,
  maxPerOrder: 4,
})

const cartOf = (...lines: [id: string, quantity: number][]): CartItem[] =>
  lines.map(([id, quantity]) => ({ ...product(id), quantity, max: 4 }))

const counts = (items: readonly CartItem[] | null) =>
  items?.map(({ id, quantity }) => [id, quantity])

function store(content: Record<string, string> = {}) {
  const map = new Map(Object.entries(content))
  return {
    map,
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => {
      map.set(key, value)
    },
    removeItem: (key: string) => {
      map.delete(key)
    },
  }
}

describe('the visitor cart', () => {
  it('appends with quantity 1, then increments [S157]', () => {
    const once = addItem([], product('a'))!
    expect(counts(once)).toEqual([['a', 1]])

    expect(counts(addItem(addItem(once, product('b'))!, product('a')))).toEqual([
      ['a', 2],
      ['b', 1],
    ])
  })

  it('drops a line when removed or set to 0 or less [S157]', () => {
    expect(counts(removeItem(cartOf(['a', 2], ['b', 1]), 'a'))).toEqual([['b', 1]])
    expect(counts(setItem(cartOf(['a', 2]), 'a', 0))).toEqual([])
    expect(counts(setItem(cartOf(['a', 2]), 'a', -3))).toEqual([])
  })

  it('stops at the available units; a line above them can only decrease [F125]', () => {
    const two = cartOf(['a', 1]).map((item) => ({ ...item, max: 2 }))
    expect(counts(setItem(two, 'a', 3))).toEqual([['a', 2]])
    expect(counts(addItem(setItem(two, 'a', 2), product('a')))).toEqual([['a', 2]])
    expect(counts(setItem(cartOf(['a', 1]), 'a', 4, 3))).toEqual([['a', 3]])
    const over = cartOf(['a', 4]).map((item) => ({ ...item, max: 1 }))
    expect(counts(setItem(over, 'a', 5))).toEqual([['a', 4]])
    expect(counts(setItem(over, 'a', 3))).toEqual([['a', 3]])
  })

  it('holds no more of a product than one order may [S163, Q116]', () => {
    expect(counts(setItem(cartOf(['a', 2]), 'a', 500))).toEqual([['a', 4]])
    expect(counts(addItem(cartOf(['a', 4]), product('a')))).toEqual([['a', 4]])
  })

  it('changes one line and leaves the others as they are [F125]', () => {
    const two = cartOf(['a', 1], ['b', 2])

    expect(counts(setItem(two, 'b', 3))).toEqual([
      ['a', 1],
      ['b', 3],
    ])

    expect(counts(setItem(two, 'b', -1))).toEqual([['a', 1]])

    expect(counts(addItem(two, product('a'), 1))).toEqual([
      ['a', 1],
      ['b', 2],
    ])

    expect(addItem([], product('a'), 3)).toEqual([
      {
        id: 'a',
        slug: 'produto-a',
        delivery: 'at_once',
        name: 'Produto a',
        image: null,
        price: 10,
        currency: 'BRL',
        color: '#fff',
        maxPerOrder: 4,
        quantity: 1,
        max: 3,
      },
    ])

    expect(addItem([], product('a'))![0]!.max).toBe(4)
    expect(counts(setItem(cartOf(['a', 1]), 'a', 2.9))).toEqual([['a', 2]])
    const none = cartOf(['a', 1]).map((item) => ({ ...item, max: 0 }))
    expect(counts(setItem(none, 'a', 2))).toEqual([['a', 1]])
  })

  it('refuses a product of another currency than its first [S172]', () => {
    expect(addItem(cartOf(['a', 1]), product('b', 5, 'USD'))).toBeNull()
  })

  it('sums in cents and counts units', () => {
    const items = [
      { ...product('a', 0.1), quantity: 3, max: 4 },
      { ...product('b', 19.99), quantity: 2, max: 4 },
    ]

    expect(totalOf(items)).toBe(40.28)
    expect(unitsOf(items)).toBe(5)
  })

  it('is kept under the key cart, leaves nothing when empty, and survives broken content [S144]', () => {
    const kept = store()
    writeLocalCart(cartOf(['a', 2]), kept)
    expect(counts(readLocalCart(kept))).toEqual([['a', 2]])
    writeLocalCart([], kept)
    expect(kept.map.size).toBe(0)
    expect(readLocalCart(store({ cart: '{not json' }))).toEqual([])
    expect(readLocalCart(store({ cart: '{"a":1}' }))).toEqual([])

    expect(
      counts(
        readLocalCart(
          store({
            cart: JSON.stringify([
              null,
              { id: 1 },
              { ...product('a'), quantity: 'x' },
              { ...product('b'), quantity: 3.7 },
            ]),
          }),
        ),
      ),
    ).toEqual([['b', 3]])
  })

  it('from storage is read line by line: broken lines are left out, missing fields get defaults [S144]', () => {
    const line = { id: 'a', name: 'A', price: 10, quantity: 2 }
    const read = (...lines: unknown[]) => readLocalCart(store({ cart: JSON.stringify(lines) }))

    expect(read(line)).toEqual([
      {
        id: 'a',
        slug: '',
        delivery: 'at_once',
        name: 'A',
        price: 10,
        quantity: 2,
        maxPerOrder: 10,
        max: 10,
        image: null,
        currency: 'BRL',
        color: '',
      },
    ])

    const full = {
      ...line,
      slug: 'produto-a',
      delivery: 'by_staff',
      image: '/a.png',
      currency: 'USD',
      color: '#0f0',
      maxPerOrder: 3,
    }

    expect(read(full)).toEqual([{ ...full, max: 3 }])

    for (const broken of [
      { ...line, id: 1 },
      { ...line, name: null },
      { ...line, price: '10' },
      { ...line, price: null },
      { ...line, quantity: '2' },
      { ...line, quantity: 0 },
      { ...line, quantity: 0.5 },
      null,
      7,
    ])
      expect(
        read(broken, line).map(({ id }) => id),
        JSON.stringify(broken),
      ).toEqual(['a'])

    expect(read({ ...line, quantity: 1 })[0]!.quantity).toBe(1)

    const most = (maxPerOrder: unknown) => {
      const [item] = read({ ...line, quantity: 500, maxPerOrder })
      return [item!.maxPerOrder, item!.max, item!.quantity]
    }

    expect([most(3), most(0), most(1000), most('3'), most(2.5)]).toEqual([
      [3, 3, 3],
      [1, 1, 1],
      [99, 99, 99],
      [10, 10, 10],
      [10, 10, 10],
    ])

    const odd = { ...line, image: 3, currency: 'EUR', color: null }
    expect(read(odd)).toMatchObject([{ image: null, currency: 'BRL', color: '' }])
  })
})
