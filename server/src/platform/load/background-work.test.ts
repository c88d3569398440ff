import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'

import { createBackgroundWork } from './background-work.ts'

// What nobody waits for, beside those who are served.

/** Pieces of work that end when they are told to. */
function pieces() {
  const leisure = createBackgroundWork()
  const story: string[] = []

  const begin = (name: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()

    const ended = leisure.turn(async () => {
      story.push(`${name} begins`)
      await promise
    })

    ended.then(
      () => story.push(`${name} is done`),
      () => story.push(`${name} failed`),
    )

    return { end: resolve, fail: reject }
  }

  return { leisure, story, begin }
}

it('where nobody is served, a piece begins at once, whatever became of the one before', async () => {
  const { story, begin } = pieces()
  const first = begin('first')
  await sleep(200)
  first.fail(new Error('no'))
  await expect.poll(() => story).toEqual(['first begins', 'first failed'])
  const from = performance.now()
  begin('second').end()
  await expect.poll(() => story.at(-1), { interval: 5 }).toBe('second is done')
  expect(performance.now() - from).toBeLessThan(200)
})

it('a piece waits while a request is served, and the next pauses three times its duration', async () => {
  const { leisure, story, begin } = pieces()
  const [one, other] = [leisure.serve(), leisure.serve()]
  const first = begin('first')
  one()
  one()
  await sleep(50)
  expect(story).toEqual([])
  other()
  await expect.poll(() => story, { interval: 1 }).toEqual(['first begins'])
  await sleep(30)
  const second = begin('second')
  first.end()
  await sleep(60)
  expect(story).toEqual(['first begins', 'first is done'])
  await expect.poll(() => story.at(-1)).toBe('second begins')
  second.end()
})

it('a piece that waits for a mail server holds the next one up for a moment, not until its end', async () => {
  const { leisure, story, begin } = pieces()
  leisure.serve()()
  const waiting = begin('first')
  begin('second').end()
  await sleep(100)
  expect(story).toEqual(['first begins'])
  await expect.poll(() => story).toEqual(['first begins', 'second begins', 'second is done'])
  waiting.end()
  await expect.poll(() => story.at(-1)).toBe('first is done')
})

it('nothing waits longer than half a second for those who are served', async () => {
  const { leisure, story, begin } = pieces()
  leisure.serve()
  begin('first')
  await sleep(400)
  expect(story).toEqual([])
  await expect.poll(() => story, { timeout: 2_000 }).toEqual(['first begins'])
})
