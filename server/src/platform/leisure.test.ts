import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createLeisure } from './leisure.ts'

// What nobody waits for, beside those who are served.

/** Pieces of work that end when they are told to. */
function pieces() {
  const leisure = createLeisure()
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

it('pieces are done one after the other; one that fails keeps none from its turn', async () => {
  const { story, begin } = pieces()
  const [first, second] = [begin('first'), begin('second')]
  await sleep(20)
  expect(story).toEqual(['first begins'])
  first.fail(new Error('no'))
  await expect.poll(() => story).toEqual(['first begins', 'first failed', 'second begins'])
  second.end()
  await expect.poll(() => story.at(-1)).toBe('second is done')
})

it('a piece waits while somebody is served, and rests three times as long as it took where somebody was served lately', async () => {
  const { leisure, story, begin } = pieces()
  const [one, other] = [leisure.serve(), leisure.serve()]
  const first = begin('first')
  one()
  one()
  await sleep(50)
  expect(story).toEqual([])
  other()
  await expect.poll(() => story).toEqual(['first begins'])
  const second = begin('second')
  await sleep(100)
  first.end()
  await sleep(200)
  expect(story).toEqual(['first begins', 'first is done'])
  await expect.poll(() => story.at(-1)).toBe('second begins')
  second.end()
})

it('nothing waits for ever: not for those who are served, nor for a piece that hangs', async () => {
  const { leisure, story, begin } = pieces()
  leisure.serve()
  begin('first')
  begin('second')
  await expect.poll(() => story, { timeout: 8_000 }).toEqual(['first begins', 'second begins'])
})
