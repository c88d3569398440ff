import { describe, expect, it } from 'vitest'

import { customerStatus, renewedExpiry, unitStatus } from './licences.rules.ts'

describe('what a customer sees', () => {
  const at = new Date('2026-06-01T12:00:00.000Z')
  const before = new Date('2026-06-01T11:59:59.999Z')
  const after = new Date('2026-06-01T12:00:00.001Z')

  it('active, expired by state or by date, suspended when revoked, pending without a key [S186, S184]', () => {
    expect(customerStatus({ status: 'active', expiresAt: null }, at)).toBe('active')
    expect(customerStatus({ status: 'active', expiresAt: after }, at)).toBe('active')
    expect(customerStatus({ status: 'active', expiresAt: at }, at)).toBe('expired')
    expect(customerStatus({ status: 'expired', expiresAt: after }, at)).toBe('expired')
    expect(customerStatus({ status: 'expired', expiresAt: null }, at)).toBe('expired')
    expect(customerStatus({ status: 'revoked', expiresAt: before }, at)).toBe('suspended')
    expect(unitStatus('pending', null, at)).toBe('pending')
    expect(unitStatus('revoked', null, at)).toBe('suspended')
    expect(unitStatus('delivered', { status: 'active', expiresAt: null }, at)).toBe('active')
    expect(unitStatus('revoked', { status: 'active', expiresAt: before }, at)).toBe('expired')
  })
})

describe('a licence that staff make active again', () => {
  it('ends at its date when that is still to come, else after its first duration from now [B142]', () => {
    const [from, now] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-03-01T00:00:00Z')]
    const ends = (expiresAt: Date | null) => renewedExpiry({ createdAt: from, expiresAt }, now)
    expect(ends(null)).toBeNull()
    expect(ends(new Date('2026-03-01T00:00:01Z'))).toEqual(new Date('2026-03-01T00:00:01Z'))
    expect(ends(new Date('2026-01-31T00:00:00Z'))).toEqual(new Date('2026-03-31T00:00:00Z'))
    expect(ends(now)).toEqual(new Date('2026-04-29T00:00:00Z'))
  })
})
