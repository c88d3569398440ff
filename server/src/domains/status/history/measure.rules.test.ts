import { describe, expect, it } from 'vitest'

import {
  cannotWrite,
  countByDay,
  isSameState,
  minuteOf,
  newMinutes,
  ownStates,
} from './measure.rules.ts'

const at = (time: string) => Date.parse(`2026-03-10T${time}:00Z`)

const clock = (minutes: readonly number[]) =>
  minutes.map((minute) => new Date(minute).toISOString().slice(11, 16))

describe('minutes that a check counts', () => {
  const spell = (from: string, to = from) => ({ from: at(from), to: at(to), seen: {} })

  it('counts its own minute, and a step of up to three minutes since the last check [P191]', () => {
    expect(clock(newMinutes(spell('10:00'), null))).toEqual(['10:00'])
    expect(clock(newMinutes(spell('10:00'), at('09:59')))).toEqual(['10:00'])
    expect(clock(newMinutes(spell('10:00'), at('09:58')))).toEqual(['09:59', '10:00'])
    expect(clock(newMinutes(spell('10:00'), at('09:57')))).toEqual(['09:58', '09:59', '10:00'])
    expect(clock(newMinutes(spell('10:00'), at('09:56')))).toEqual(['10:00'])
  })

  it('counts no minute twice, and no fewer when the clock went back [P191]', () => {
    expect(clock(newMinutes(spell('10:00'), at('10:00')))).toEqual([])
    expect(clock(newMinutes(spell('10:00'), at('10:20')))).toEqual([])
    expect(clock(newMinutes(spell('10:00', '10:04'), at('10:02')))).toEqual(['10:03', '10:04'])

    expect(clock(newMinutes(spell('10:00', '10:02'), at('09:58')))).toEqual([
      '09:59',
      '10:00',
      '10:01',
      '10:02',
    ])
  })

  it("assigns minutes to days of the shop's time zone [P190]", () => {
    const night = Array.from({ length: 5 }, (_, index) => at('02:58') + index * 60_000)

    expect([...countByDay('America/Sao_Paulo', night)]).toEqual([
      ['2026-03-09', 2],
      ['2026-03-10', 3],
    ])

    expect([...countByDay('UTC', night)]).toEqual([['2026-03-10', 5]])
    expect(minuteOf(new Date('2026-03-10T10:00:59.999Z'))).toBe(at('10:00'))
  })
})

describe('a database that accepts no writes', () => {
  it.each([
    [[], false],
    [['vault', 'disk', 'worker'], false],
    [['database'], true],
    [['database_read_only'], true],
    [['worker', 'database_read_only'], true],
  ] as const)('with the failures %j: %s', (failing, isUnwritable) => {
    expect(cannotWrite([...failing])).toBe(isUnwritable)
  })
})

describe('the state of the shop itself', () => {
  const states = (...args: Parameters<typeof ownStates>) => {
    const { shop, database, delivery } = ownStates(...args)
    return [shop!.state, database!.state, delivery!.state]
  }

  it('follows from its health [P190]', () => {
    expect(states([], false)).toEqual(['up', 'up', 'up'])
    expect(states(['database'], false)).toEqual(['down', 'down', 'down'])
    expect(states(['database_read_only'], false)).toEqual(['degraded', 'degraded', 'down'])
    expect(states(['vault'], false)).toEqual(['degraded', 'up', 'down'])
    expect(states(['disk'], false)).toEqual(['degraded', 'up', 'up'])
    expect(states(['worker'], false)).toEqual(['up', 'up', 'down'])
  })

  it('names what fails only at the parts that are not up', () => {
    expect(ownStates(['vault', 'disk'], false)).toEqual({
      shop: { state: 'degraded', detail: 'vault, disk' },
      database: { state: 'up', detail: undefined },
      delivery: { state: 'down', detail: 'vault, disk' },
    })

    expect(ownStates(['database'], false).shop).toEqual({ state: 'down', detail: 'database' })
    expect(ownStates([], false).shop).toEqual({ state: 'up', detail: undefined })
    expect(ownStates(['disk'], true).shop).toEqual({ state: 'paused' })
  })

  it('is paused, not down, while its owner keeps it closed [P193]', () => {
    expect(states([], true)).toEqual(['paused', 'up', 'up'])
  })

  it('is one spell while the results are equal', () => {
    const [one, same, other] = [
      ownStates(['database'], false),
      ownStates(['database'], false),
      ownStates(['database_read_only'], false),
    ]
    expect([isSameState(one!, same!), isSameState(one!, other!)]).toEqual([true, false])
  })
})
