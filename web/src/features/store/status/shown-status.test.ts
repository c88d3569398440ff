import { describe, expect, it } from 'vitest'

import { shownStatus, shownTones, countTroubled } from './shown-status.ts'

describe('the public status of a product', () => {
  it('active shows as undetected, maintenance and discontinued as such, the rest as offline [S130, B157]', () => {
    expect(
      ['active', 'maintenance', 'discontinued', 'inactive', 'strange', ''].map(shownStatus),
    ).toEqual(['undetected', 'maintenance', 'discontinued', 'offline', 'offline', 'offline'])
  })

  it('counts products that are offline or in maintenance', () => {
    expect(
      countTroubled([
        { products: [{ status: 'active' }, { status: 'inactive' }] },
        { products: [{ status: 'maintenance' }, { status: 'discontinued' }] },
      ]),
    ).toBe(2)

    expect(countTroubled([])).toBe(0)

    expect(shownTones).toEqual({
      undetected: 'good',
      maintenance: 'wait',
      discontinued: 'muted',
      offline: 'bad',
    })
  })
})
