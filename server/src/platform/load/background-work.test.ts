import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'

import { createBackgroundWork } from './background-work.ts'

// Tests when background work may run while the process serves requests.

/** Background work whose pieces begin and end when the test decides. */
function openStory() {
  const backgroundWork = createBackgroundWork()
  const story: string[] = []

  const begin = (name: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()

    const ended = backgroundWork.turn(async () => {
      story.push(`${name} begins`)
      await promise
    })

    ended.then(
      () => story.push(`${name} is done`),
      () => story.push(`${name} failed`),
    )

    return { end: resolve, fail: reject }
  }

  return { backgroundWork, story, begin }
}

it('without requests a piece begins at once, even after one that failed', async () => {
  const { story, begin } = openStory()
  const first = begin('first')
  await sleep(200)
  first.fail(new Error('no'))
  await expect.poll(() => story).toEqual(['first begins', 'first failed'])
  const from = performance.now()
  begin('second').end()
  await expect.poll(() => story.at(-1), { interval: 5 }).toBe('second is done')
  expect(performance.now() - from).toBeLessThan(200)
})

it('a piece waits for requests; the pause after a piece is three times as long as the piece', async () => {
  const { backgroundWork, story, begin } = openStory()
  const [firstRequest, secondRequest] = [backgroundWork.serve(), backgroundWork.serve()]
  const first = begin('first')
  firstRequest()
  firstRequest()
  await sleep(50)
  expect(story).toEqual([])
  secondRequest()
  await expect.poll(() => story, { interval: 1 }).toEqual(['first begins'])
  await sleep(30)
  const second = begin('second')
  first.end()
  await sleep(60)
  expect(story).toEqual(['first begins', 'first is done'])
  await expect.poll(() => story.at(-1)).toBe('second begins')
  second.end()
})

it('a piece that waits for a mail server delays the next one briefly, not until its end', async () => {
  const { backgroundWork, story, begin } = openStory()
  backgroundWork.serve()()
  const waiting = begin('first')
  begin('second').end()
  await sleep(100)
  expect(story).toEqual(['first begins'])
  await expect.poll(() => story).toEqual(['first begins', 'second begins', 'second is done'])
  waiting.end()
  await expect.poll(() => story.at(-1)).toBe('first is done')
})

it('a piece waits at most half a second for requests', async () => {
  const { backgroundWork, story, begin } = openStory()
  backgroundWork.serve()
  begin('first')
  await sleep(400)
  expect(story).toEqual([])
  await expect.poll(() => story, { timeout: 2_000 }).toEqual(['first begins'])
})
