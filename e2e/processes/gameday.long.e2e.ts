import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const script = fileURLToPath(new URL('../../scripts/gameday.mjs', import.meta.url))

const play = (...args: string[]) => {
  const { status, stdout } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' })
  return { status, lines: stdout.trim().split('\n') }
}

it('a game day of two faults succeeds, and prints a table [P570]', () => {
  const { status, lines } = play('--only', 'PIX away', '--only', 'process killed')
  expect(status, lines.join('\n')).toBe(0)
  expect(lines).toContain('PIX away: good')
  expect(lines).toContain('process killed: good')
  expect(
    lines.filter((line) => /^good {2}(PIX away|process killed|the whole day) /.test(line)),
  ).toHaveLength(3)
}, 240_000)

it('a game day fails when buyers hear of a fault too late, and refuses an unknown fault [P570]', () => {
  const { status, lines } = play('--only', 'PIX away', '--told', '0')
  expect(status).toBe(1)
  expect(lines).toContain('  PIX away: buyers were not told in time')
  expect(play('--only', 'rain').status).toBe(2)
}, 240_000)
