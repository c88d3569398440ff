import { afterEach, expect, it, vi } from 'vitest'

import { accessToken, clearSession, storeSession } from './session.ts'

afterEach(() => vi.unstubAllGlobals())

/** A browser's storage during a visit: cookies that scripts may read, and local storage. */
function browser(cookies: Record<string, string>) {
  const kept = new Map(Object.entries(cookies))
  const local = new Map<string, string>()
  vi.stubGlobal('window', new EventTarget())

  vi.stubGlobal('localStorage', {
    getItem: (key: string) => local.get(key) ?? null,
    setItem: (key: string, value: string) => void local.set(key, value),
    removeItem: (key: string) => void local.delete(key),
  })

  vi.stubGlobal('document', {
    get cookie() {
      return [...kept].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(line: string) {
      const [name, value] = line.split(';')[0]!.split('=')
      if (/max-age=0/i.test(line)) kept.delete(name!)
      else kept.set(name!, value!)
    },
  })

  return { kept, local }
}

it('logging out removes token, user and readable cookies, but not language and theme [S147, Q07, Q126]', () => {
  const { kept, local } = browser({ i18next: 'en-US', accessToken: 'abc', tracking: '1' })
  local.set('theme', 'light')
  storeSession('abc', { id: '1', name: 'Bia', email: 'bia@loja.test', role: 'client' })
  expect(accessToken()).toBe('abc')
  clearSession()
  expect([...kept]).toEqual([['i18next', 'en-US']])
  expect([...local]).toEqual([['theme', 'light']])
})
