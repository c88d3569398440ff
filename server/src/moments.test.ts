import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

const sources = ['server/src', 'contracts/src']
  .flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root }))
  .filter((path) => !path.endsWith('.test.ts') && !path.includes('/testing/'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

/** Calls that read or write a time in the time zone of the machine. */
const local =
  /\.(?:get|set)(?:FullYear|Month|Date|Day|Hours|Minutes)\(|\.toLocale(?:Date|Time)String\(|\.to(?:Date|Time)String\(/

it('no source formats a time in the zone of its machine: each format names its zone', () => {
  const formats = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/Intl\.DateTimeFormat\(([^()]*)\)/g)].map(([, given]) => ({ path, given })),
  )
  expect(formats).toHaveLength(9)
  expect(formats.filter(({ given }) => !given!.includes('timeZone'))).toEqual([])
  expect(sources.filter(({ text }) => local.test(text)).map(({ path }) => path)).toEqual([])
})

/** 02:30 UTC on the first of March, as a shop in each zone shows it. */
const expectedTexts: Record<string, { mails: string[]; times: string[]; minute: string }> = {
  'America/Sao_Paulo': {
    mails: ['vence em 28 de fevereiro de 2026', 'ends on February 28, 2026'],
    times: ['28/02/2026, 23:30', '2/28/26, 11:30'],
    minute: '2026-02-28T23:30',
  },
  'Asia/Tokyo': {
    mails: ['vence em 1 de março de 2026', 'ends on March 1, 2026'],
    times: ['01/03/2026, 11:30', '3/1/26, 11:30'],
    minute: '2026-03-01T11:30',
  },
  'America/Los_Angeles': {
    mails: ['vence em 28 de fevereiro de 2026', 'ends on February 28, 2026'],
    times: ['28/02/2026, 18:30', '2/28/26, 6:30'],
    minute: '2026-02-28T18:30',
  },
}

const hours: Record<string, number> = {
  'America/Sao_Paulo': 23,
  'Asia/Tokyo': 11,
  'America/Los_Angeles': 18,
}

it('a time is shown in the zone of the shop, in any zone of the process', () => {
  const script = join(root, 'server/src/testing/moments-told.ts')
  const processTexts = JSON.parse(execFileSync(process.execPath, [script], { encoding: 'utf8' }))
  expect(processTexts).toHaveLength(9)

  for (const { machine, shop, hour, mails, transcripts, csv, day, minute } of processTexts) {
    const where = `a shop in ${shop} on a machine in ${machine}`
    expect(hour, where).toBe(hours[machine])

    for (const language of [0, 1]) {
      expect(mails[language], where).toContain(expectedTexts[shop]!.mails[language])
      expect(transcripts[language], where).toContain(expectedTexts[shop]!.times[language])
    }

    expect([day, minute], where).toEqual([
      expectedTexts[shop]!.minute.slice(0, 10),
      expectedTexts[shop]!.minute,
    ])
    expect(csv, where).toContain('"2026-03-01T02:30:00.000Z"')
  }
})
