import { describe, expect, it } from 'vitest'

import { rankWatchers } from './rank.mjs'

const seconds = () => 2

/** A recording: test → file → called functions. */
const calls = (tests: Record<string, Record<string, number[]>>) =>
  new Map(
    Object.entries(tests).map(([test, files]) => [
      test,
      new Map(Object.entries(files).map(([file, places]) => [file, new Set(places)])),
    ]),
  )

describe('the tests of a file, in their order', () => {
  it('a test that alone calls a function comes before those that call what all call', () => {
    const ranked = rankWatchers(
      calls({
        'server/src/a/one.test.ts': { 'server/src/b/price.ts': [1, 2] },
        'server/src/a/two.test.ts': { 'server/src/b/price.ts': [1, 2] },
        'server/src/a/six.test.ts': { 'server/src/b/price.ts': [1, 2, 3, 4] },
      }),
      seconds,
    )
    expect(ranked.get('server/src/b/price.ts')?.[0]).toBe('server/src/a/six.test.ts')
  })

  it('what the first tests call counts less for those after them, so that all is watched early', () => {
    const ranked = rankWatchers(
      calls({
        'server/src/a/all.test.ts': { 'server/src/b/x.ts': [1, 2, 3, 4, 5] },
        'server/src/a/same.test.ts': { 'server/src/b/x.ts': [1, 2, 3, 4] },
        'server/src/a/rest.test.ts': { 'server/src/b/x.ts': [6, 7] },
      }),
      seconds,
    )

    expect(ranked.get('server/src/b/x.ts')).toEqual([
      'server/src/a/all.test.ts',
      'server/src/a/rest.test.ts',
      'server/src/a/same.test.ts',
    ])
  })

  it('a test beside the file, and a cheap one, come before one from afar that calls as much', () => {
    const ranked = rankWatchers(
      calls({
        'server/src/a/far.test.ts': { 'server/src/b/x.ts': [1] },
        'server/src/a/slow.test.ts': { 'server/src/b/x.ts': [1] },
        'server/src/b/x.test.ts': { 'server/src/b/x.ts': [1] },
      }),
      (test: string) => (test.includes('slow') ? 60 : 2),
    )

    expect(ranked.get('server/src/b/x.ts')).toEqual([
      'server/src/b/x.test.ts',
      'server/src/a/far.test.ts',
      'server/src/a/slow.test.ts',
    ])
  })

  it('lists ten tests of the server, then eight screens, then three journeys', () => {
    const many = (path: (i: number) => string, count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, i) => [path(i), { 'web/src/api/http.ts': [1] }]),
      )

    const ranked = rankWatchers(
      calls({
        ...many((i) => `e2e/journey${i}.e2e.ts`, 5),
        ...many((i) => `screens/s${i}.screen.ts`, 12),
        ...many((i) => `server/src/t${i}.test.ts`, 12),
      }),
      seconds,
    )

    const kinds = ranked
      .get('web/src/api/http.ts')!
      .map((test: string) => test.replace(/\d+\.\w+\.ts$/, ''))

    expect(kinds).toEqual([
      ...Array.from({ length: 10 }, () => 'server/src/t'),
      ...Array.from({ length: 8 }, () => 'screens/s'),
      ...Array.from({ length: 3 }, () => 'e2e/journey'),
    ])
  })
})
