import { spawnSync } from 'node:child_process'
import { closeSync, fstatSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

import { createLog, type Log } from './log.ts'

// Tests the priority prefix, by which `journalctl -p warning` filters lines, and the time in each
// line.

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const
const logEachLevel = (log: Log) => levels.forEach((level) => log[level]({}, level))

const linesOf = (toJournal: boolean): string[] => {
  const lines: string[] = []
  logEachLevel(createLog('trace', { write: (line) => lines.push(line) }, toJournal))

  return lines
}

it('each line for the journal begins with the priority of its level', () => {
  expect(linesOf(true).map((line) => line.slice(0, 14))).toEqual([
    '<3>{"level":60',
    '<3>{"level":50',
    '<4>{"level":40',
    '<6>{"level":30',
    '<7>{"level":20',
    '<7>{"level":10',
  ])

  expect(linesOf(false).map((line) => line.slice(0, 11))).toEqual([
    '{"level":60',
    '{"level":50',
    '{"level":40',
    '{"level":30',
    '{"level":20',
    '{"level":10',
  ])
})

it('a person can read when a line was written', () => {
  const [line] = linesOf(false)
  const { time } = JSON.parse(line!)
  expect(time).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(Math.abs(Date.now() - Date.parse(time))).toBeLessThan(60_000)
})

it('priorities go to the stream that JOURNAL_STREAM names, and to no other', () => {
  const folder = mkdtempSync(join(tmpdir(), 'chaveiro-journal-'))
  const file = join(folder, 'out')
  const out = openSync(file, 'w')
  const { dev, ino } = fstatSync(out)
  const script = `const { createLog } = await import(${JSON.stringify(import.meta.resolve('./log.ts'))})
    createLog('info').warn({}, 'x')`

  const lineStart = (stream: string | undefined) => {
    const env = { PATH: process.env.PATH, ...(stream && { JOURNAL_STREAM: stream }) }
    const args = ['--input-type=module', '-e', script]
    spawnSync(process.execPath, args, { env, stdio: ['ignore', out, 'inherit'] })

    return readFileSync(file, 'utf8').trim().split('\n').at(-1)!.slice(0, 11)
  }

  try {
    expect([
      lineStart(`${dev}:${ino}`),
      lineStart(`${dev}:${ino + 1}`),
      lineStart(undefined),
    ]).toEqual(['<4>{"level"', '{"level":40', '{"level":40'])
  } finally {
    closeSync(out)
    rmSync(folder, { recursive: true })
  }
})
