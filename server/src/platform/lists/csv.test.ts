import { describe, expect, it } from 'vitest'

import { csvFile } from './csv.ts'

async function readCsv(
  rows: { a: string; n: number | null }[],
): Promise<{ text: string; asked: (number | null)[]; longest: number }> {
  const requestedAfter: (number | null)[] = []

  const file = csvFile<{ a: string; n: number | null }>(
    'lista',
    [
      ['a', (row) => row.a],
      ['n', (row) => row.n],
    ],
    async (last, limit) => {
      requestedAfter.push(last?.n ?? null)
      const from = last ? rows.indexOf(last) + 1 : 0

      return rows.slice(from, from + limit)
    },
  )

  let [fileText, longest] = ['', 0]

  for await (const part of file.stream) {
    fileText += part
    longest = Math.max(longest, part.length)
  }

  expect(file.fileName).toBe('lista.csv')

  return { text: fileText, asked: requestedAfter, longest }
}

describe('CSV files', () => {
  it('are RFC 4180 with a byte order mark, every cell quoted', async () => {
    expect(
      (
        await readCsv([
          { a: 'diz "oi", e\nsai', n: 1.5 },
          { a: '', n: null },
        ])
      ).text,
    ).toBe('\uFEFF"a","n"\r\n"diz ""oi"", e\nsai","1.5"\r\n"",""\r\n')
    expect((await readCsv([])).text).toBe('\uFEFF"a","n"\r\n')
  })

  it('have no cell that runs as a formula: such text gets an apostrophe, a negative number not', async () => {
    for (const start of ['=', '+', '-', '@', '\t', '\r'])
      expect((await readCsv([{ a: `${start}cmd|' /C calc'!A0`, n: -3 }])).text).toContain(
        `"'${start}cmd|' /C calc'!A0","-3"`,
      )
  })

  it('write booleans, dates and numbers as the API does', async () => {
    const file = csvFile<{ at: Date; yes: boolean }>(
      'lista',
      [
        ['at', (row) => row.at],
        ['yes', (row) => row.yes],
        ['no', (row) => !row.yes],
        ['none', () => undefined],
      ],
      async () => [{ at: new Date('2026-03-01T12:00:00Z'), yes: true }],
    )

    const parts: string[] = []
    for await (const part of file.stream) parts.push(String(part))

    expect(parts).toEqual([
      '\uFEFF"at","yes","no","none"\r\n',
      '"2026-03-01T12:00:00.000Z","true","false",""\r\n',
    ])
  })

  it('are streamed page by page, with each row once', async () => {
    const rows = Array.from({ length: 2500 }, (_, i) => ({ a: `linha ${i}`, n: i }))
    const result = await readCsv(rows)
    expect(result.asked).toEqual([null, 999, 1999])

    expect(
      result.text
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split('","')[1]),
    ).toEqual(rows.map((row) => `${row.n}"`))

    expect(result.longest).toBeLessThan(result.text.length / 2)
    expect((await readCsv(rows.slice(0, 1000))).asked).toEqual([null, 999])
  })
})
