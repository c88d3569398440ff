import { expect, it } from 'vitest'

import { formatAge, formatBytes, formatUptime } from './figures.ts'

it('uptime in days, hours and minutes; memory in GB of the language [B095]', () => {
  expect([-5, 0, 59, 60, 3599, 3600, 86_399, 86_400, 93_784].map(formatUptime)).toEqual([
    '0m',
    '0m',
    '0m',
    '1m',
    '59m',
    '1h 0m',
    '23h 59m',
    '1d 0h 0m',
    '1d 2h 3m',
  ])

  expect(formatBytes(1_234_567_890_123, 'en-US')).toBe('1,149.8 GB')
  expect([formatBytes(8 * 2 ** 30, 'pt-BR'), formatBytes(8 * 2 ** 30, 'en-US')]).toEqual([
    '8,0 GB',
    '8.0 GB',
  ])
})

it('a duration is shown in its two largest units [P531]', () => {
  expect([-1, 0, 59.9, 60, 3599, 3600, 7500, 86_399, 86_400, 266_400].map(formatAge)).toEqual([
    '0s',
    '0s',
    '59s',
    '1m',
    '59m',
    '1h 0m',
    '2h 5m',
    '23h 59m',
    '1d 0h',
    '3d 2h',
  ])
})
