import { describe, expect, it } from 'vitest'

import { banBody } from './ban-body.ts'

const filled = { ip: ' 203.0.113.9 ', hwid: '', reason: ' fraude ', expiresAt: '' }

describe('ban form', () => {
  it('names what is missing or wrong and sends nothing [B166, B167, B169]', () => {
    expect(banBody({ ...filled, reason: '  ' }).fault).toBe('adminSecurity.errorReasonRequired')
    expect(banBody({ ...filled, hwid: ' ', ip: ' ' }).fault).toBe(
      'adminSecurity.errorIpOrHwidRequired',
    )

    for (const expiresAt of ['amanhã', '2026-13-40T99:99'])
      expect(banBody({ ...filled, expiresAt })).toEqual({
        fault: 'adminSecurity.invalidDate',
        body: null,
      })
  })

  it('leaves out what is empty and sends a moment with its zone [B168, B118]', () => {
    expect(banBody(filled)).toEqual({ fault: null, body: { ip: '203.0.113.9', reason: 'fraude' } })

    expect(banBody({ ...filled, hwid: ' HW-1 ' }).body).toEqual({
      ip: '203.0.113.9',
      hwid: 'HW-1',
      reason: 'fraude',
    })

    expect(banBody({ ...filled, ip: '', hwid: 'HW-1' }).body).toEqual({
      hwid: 'HW-1',
      reason: 'fraude',
    })

    // The date is in the shop's time zone, three hours behind UTC.
    expect(banBody({ ...filled, expiresAt: '2030-01-02T03:04' }).body?.expiresAt).toBe(
      '2030-01-02T06:04:00.000Z',
    )
  })
})
