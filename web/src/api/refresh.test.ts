import { describe, expect, it } from 'vitest'

import { createSingleRefresh, type RefreshDependencies } from './refresh.ts'

/** A browser with tabs: one storage, one lock, and a server that counts its calls. */
function browser(answers: (string | null)[]) {
  const state = { token: 'old' as string | null, asked: 0, locked: 0 }
  let queue: Promise<unknown> = Promise.resolve()

  const world: RefreshDependencies = {
    token: () => state.token,
    refresh: async () => {
      await new Promise((done) => setTimeout(done, 5))
      return answers[state.asked++] ?? null
    },
    keep: (token) => {
      state.token = token
    },
    lock: (work) => {
      state.locked++
      const mine = queue.then(work)
      queue = mine.catch(() => {})

      return mine as Promise<never>
    },
  }

  return { state, tab: () => createSingleRefresh(world) }
}

describe('one refresh', () => {
  it('serves every call of a tab that meets a 401 at the same time [S148]', async () => {
    const { state, tab } = browser(['new'])
    const refresh = tab()

    expect(await Promise.all([refresh('old'), refresh('old'), refresh('old')])).toEqual([
      'new',
      'new',
      'new',
    ])

    expect(state).toEqual({ token: 'new', asked: 1, locked: 1 })
  })

  it('serves other tabs too: a tab that waited for the lock uses the stored new token [S148, S152]', async () => {
    const { state, tab } = browser(['new', 'newer'])
    expect(await Promise.all([tab()('old'), tab()('old')])).toEqual(['new', 'new'])
    expect(state.asked).toBe(1)
  })

  it('does not ask again for a call that was sent with a token already replaced [S148]', async () => {
    const { state, tab } = browser(['new', 'newer'])
    const refresh = tab()
    await refresh('old')
    expect(await refresh('old')).toBe('new')
    expect([state.asked, state.locked]).toEqual([1, 1])
  })

  it('also serves a call that was sent with an older token [S148]', async () => {
    const { state, tab } = browser(['new'])
    const refresh = tab()
    expect(await Promise.all([refresh('old'), refresh('older')])).toEqual(['new', 'new'])
    expect(state.asked).toBe(1)
  })

  it('returns null to all callers after a refusal, late ones too, and asks again after a login [S149]', async () => {
    const { state, tab } = browser([null, 'later'])
    const refresh = tab()
    expect(await Promise.all([refresh('old'), refresh('old')])).toEqual([null, null])
    expect(state.token).toBe('old')
    expect(await refresh('old')).toBeNull()
    expect(state.asked).toBe(1)
    state.token = 'next'
    expect(await refresh('next')).toBe('later')
  })

  it('answers null when another tab has logged out meanwhile [S149]', async () => {
    const { state, tab } = browser(['new'])
    state.token = null
    expect(await tab()('old')).toBeNull()
    expect(state.asked).toBe(0)
  })
})
