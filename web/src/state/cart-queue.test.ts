import { describe, expect, it } from 'vitest'

import { createCartQueue } from './cart-queue.ts'

/** A cart of one product on a server that takes its time. */
function slowServer() {
  const state = { quantity: 1, sent: [] as number[], shown: [] as number[], failures: 0 }

  const queue = createCartQueue<number>({
    settled: (quantity) => state.shown.push(quantity),
    failed: () => {
      state.failures += 1
    },
  })

  const set = (quantity: number) =>
    queue.gather(
      'set a',
      quantity,
      (_, now) => now,
      async (last) => {
        await new Promise((done) => setTimeout(done, 3))
        if (last > 99) throw new Error('too many')

        state.sent.push(last)

        return (state.quantity = last)
      },
    )

  const add = () =>
    queue.gather(
      'add a',
      1,
      (before, now) => before + now,
      async (units) => {
        state.sent.push(units)
        return (state.quantity += units)
      },
    )

  return { state, queue, set, add }
}

describe('cart changes', () => {
  it('are awaited until the last is answered, including later and failed ones [P114]', async () => {
    const { state, queue, set } = slowServer()
    await queue.idle()
    void set(2)
    void set(500)
    const waited = queue.idle()
    setTimeout(() => void set(7), 1)
    await waited
    expect([state.quantity, queue.busy()]).toEqual([7, false])
  })

  it('twenty quick clicks end at the last count in few calls, and only the last answer is shown [S158]', async () => {
    const { state, set } = slowServer()
    await Promise.all(Array.from({ length: 20 }, (_, index) => set(index + 2)))
    expect(state.quantity).toBe(21)
    expect(state.sent.length).toBeLessThanOrEqual(2)
    expect(state.shown).toEqual([21])
  })

  it('quick additions are summed, none is lost [S158]', async () => {
    const { state, add } = slowServer()
    await Promise.all(Array.from({ length: 20 }, add))
    expect(state.quantity).toBe(21)
  })

  it('an addition between two settings keeps its place [S158]', async () => {
    const { state, set, add } = slowServer()
    await Promise.all([set(2), set(3), add(), set(9), add()])
    expect(state.quantity).toBe(10)
  })

  it('is busy from the first change to the last answer, and reports only the last [S158]', async () => {
    const { state, queue, set, add } = slowServer()
    expect(queue.busy()).toBe(false)
    const both = [set(2), add()]
    expect(queue.busy()).toBe(true)
    await both[0]
    expect([queue.busy(), state.shown]).toEqual([true, []])
    await both[1]
    expect([queue.busy(), state.shown]).toEqual([false, [3]])
  })

  it('additions made while another change is sent are sent together afterwards [S158]', async () => {
    const { state, set, add } = slowServer()
    const first = set(2)
    const second = add()
    await new Promise((done) => setTimeout(done, 1))
    await Promise.all([first, second, add()])
    expect(state).toMatchObject({ quantity: 4, sent: [2, 2] })
  })

  it('a refused change is reported and the next one still goes out [S267]', async () => {
    const { state, set } = slowServer()
    await set(100)
    await set(5)
    expect(state).toMatchObject({ quantity: 5, failures: 1, shown: [5] })
  })
})
