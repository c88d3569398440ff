import { describe, expect, it } from 'vitest'

import { afterLogin } from './after-login.ts'

describe('after the login [decision Q126]', () => {
  it('everybody goes back to the guarded page he came from, its query included', () => {
    expect(afterLogin('admin', '/admin/orders?page=3&search=ana')).toBe(
      '/admin/orders?page=3&search=ana',
    )
    expect(afterLogin('developer', '/admin/logs')).toBe('/admin/logs')
    expect(afterLogin('admin', '/checkout')).toBe('/checkout')
    expect(afterLogin('client', '/dashboard/orders')).toBe('/dashboard/orders')
  })

  it('who came from nowhere goes where his role begins [S153, S154]', () => {
    expect(afterLogin('admin', undefined)).toBe('/admin/users')
    expect(afterLogin('developer', null)).toBe('/admin/users')
    expect(afterLogin('client', undefined)).toBe('/dashboard')
  })

  it.each([
    '//evil.example/admin/users',
    '///evil.example/admin',
    '/\\evil.example/admin',
    '\\\\evil.example/admin',
    '/\t/evil.example/admin',
    '/\n/evil.example/dashboard',
    'https://evil.example/admin/users',
    'https:/admin/users',
    'https:admin/users',
    'javascript:alert(1)//admin',
    ' //evil.example/admin',
    '/%2F%2Fevil.example/admin',
    '/%5Cevil.example/admin',
    '%2F%2Fevil.example',
    '/admin/..//evil.example',
    '/dashboard/../..//evil.example/admin',
    '/login',
    '/products',
    '/administrators',
    '',
    42,
    { pathname: '//evil.example' },
  ])('never leads to %j', (from) => {
    expect(afterLogin('admin', from)).toBe('/admin/users')
    expect(afterLogin('client', from)).toBe('/dashboard')
  })
})
