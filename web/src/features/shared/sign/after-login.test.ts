import { describe, expect, it } from 'vitest'

import { pathAfterLogin } from './after-login.ts'

describe('after the login [decision Q126]', () => {
  it('every role returns to the guarded page it came from, with its query', () => {
    expect(pathAfterLogin('admin', '/admin/orders?page=3&search=ana')).toBe(
      '/admin/orders?page=3&search=ana',
    )
    expect(pathAfterLogin('developer', '/admin/logs')).toBe('/admin/logs')
    expect(pathAfterLogin('admin', '/checkout')).toBe('/checkout')
    expect(pathAfterLogin('client', '/dashboard/orders')).toBe('/dashboard/orders')
  })

  it("without a previous page the login leads to the role's start page [S153, S154]", () => {
    expect(pathAfterLogin('admin', undefined)).toBe('/admin/users')
    expect(pathAfterLogin('developer', null)).toBe('/admin/users')
    expect(pathAfterLogin('client', undefined)).toBe('/dashboard')
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
    expect(pathAfterLogin('admin', from)).toBe('/admin/users')
    expect(pathAfterLogin('client', from)).toBe('/dashboard')
  })
})
