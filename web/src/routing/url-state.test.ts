import { describe, expect, it } from 'vitest'

import { readState, writeState } from './url-state.ts'

const defaults = { page: 1, search: '', status: 'all' }

describe('state in the URL', () => {
  it('reads what is there and takes defaults for the rest and for nonsense [B155]', () => {
    expect(readState(defaults, new URLSearchParams('page=3&search=ana'))).toEqual({
      page: 3,
      search: 'ana',
      status: 'all',
    })

    for (const page of ['0', '-2', '1.5', 'x', ''])
      expect(readState(defaults, new URLSearchParams({ page })).page).toBe(1)
  })

  it('a filter returns to page 1, a page keeps filters, defaults go, foreign parameters stay [B155]', () => {
    const at = new URLSearchParams('page=4&search=ana&tab=x')
    expect(writeState(defaults, at, { status: 'sent' }).toString()).toBe(
      'search=ana&tab=x&status=sent',
    )
    expect(writeState(defaults, at, { page: 5 }).toString()).toBe('page=5&search=ana&tab=x')
    expect(writeState(defaults, at, { page: 1, search: '' }).toString()).toBe('tab=x')
  })
})
