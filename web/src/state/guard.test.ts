import { roles, staffRoles } from '@chaveiro/contracts/limits'
import { describe, expect, it } from 'vitest'

import { guardRefusal } from './guard.ts'

const tokenOf = (claims: unknown) =>
  `head.${btoa(JSON.stringify(claims)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '')}.sign`

describe('the route guard', () => {
  it('lets an allowed role in, one or a list, however old the token is [S202]', () => {
    expect(guardRefusal(() => tokenOf({ role: 'client', exp: 1 }), roles)).toBeNull()
    expect(guardRefusal(() => tokenOf({ role: 'admin', exp: 1 }), 'admin')).toBeNull()
  })

  it('without a token says no-auth [S203]', () => {
    expect(guardRefusal(() => null, roles)).toEqual({
      type: 'no-auth',
      message: 'Acesso não autorizado. Por favor, faça login.',
    })
  })

  it('with a token that does not decode says token-error [S204]', () => {
    for (const token of ['nonsense', 'a.b.c', 'a.e30.c', `x.${btoa('null')}.y`]) {
      expect(
        guardRefusal(() => token, roles),
        token,
      ).toEqual({
        type: 'token-error',
        message: 'Erro ao verificar permissões. Por favor, faça login novamente.',
      })
    }
  })

  it('with another role names the required and the current one [S205]', () => {
    expect(guardRefusal(() => tokenOf({ role: 'client' }), staffRoles)).toEqual({
      type: 'insufficient-permissions',
      requiredRole: ['admin', 'developer'],
      currentRole: 'client',
    })
  })

  it('refuses a role whose name is only a part of the required one [S205]', () => {
    const claims = { role: 'dev', exp: 1 } as never
    expect(
      guardRefusal(
        () => 'token',
        'developer',
        () => claims,
      ),
    ).toEqual({
      type: 'insufficient-permissions',
      requiredRole: 'developer',
      currentRole: 'dev',
    })
  })

  it('on any other failure says auth-error [S206]', () => {
    expect(
      guardRefusal(() => {
        throw new Error('storage refused')
      }, roles),
    ).toEqual({
      type: 'auth-error',
      message: 'Erro ao verificar autenticação. Por favor, faça login novamente.',
    })
  })
})
