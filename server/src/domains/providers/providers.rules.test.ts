import { describe, expect, it } from 'vitest'

import { aboutSaved, secretsToType } from './providers.rules.ts'

describe('secrets to enter again when the address of a provider changes', () => {
  const mail = { SMTP_HOST: 'mail.loja.example', SMTP_USER: 'loja', SMTP_PASSWORD: 'stored' }

  it.each([
    ['the host changes', { SMTP_HOST: 'mail.other.example' }, ['SMTP_PASSWORD']],
    ['the port changes', { SMTP_PORT: '587' }, ['SMTP_PASSWORD']],
    ['the usual port is entered', { SMTP_PORT: '465' }, []],
    ['only the user changes', { SMTP_USER: 'other' }, []],
    ['nothing changes', {}, []],
  ])('%s', (_, typed, expected) => {
    expect(secretsToType('mail', { was: mail, is: { ...mail, ...typed }, typed })).toEqual(expected)
  })

  it('the address returns to the usual one, since the stored secret belongs to the former', () => {
    const was = { ...mail, SMTP_PORT: '587' }
    expect(secretsToType('mail', { was, is: mail, typed: { SMTP_PORT: null } })).toEqual([
      'SMTP_PASSWORD',
    ])
  })

  it('an entered secret counts; blanks, an empty text and null are no secret', () => {
    const is = { ...mail, SMTP_HOST: 'mail.other.example' }
    const retype = (password: string | null) =>
      secretsToType('mail', { was: mail, is, typed: { SMTP_PASSWORD: password } })

    expect(retype('fresh')).toEqual([])
    for (const nothing of [' \t', '', null]) expect(retype(nothing)).toEqual(['SMTP_PASSWORD'])
  })

  it('a secret that was not stored, or that is cleared now, need not be entered', () => {
    const { SMTP_PASSWORD: _, ...open } = mail
    const moved = { SMTP_HOST: 'mail.other.example' }

    expect(
      secretsToType('mail', {
        was: open,
        is: { ...mail, ...moved },
        typed: moved,
      }),
    ).toEqual([])

    expect(secretsToType('mail', { was: mail, is: { ...open, ...moved }, typed: moved })).toEqual(
      [],
    )
    expect(secretsToType('mail', { was: {}, is: { ...mail, ...moved }, typed: moved })).toEqual([])
  })

  it('certificate and keys of a bank are secrets, in the order of the form', () => {
    const bank = {
      PIX_CLIENT_ID: 'id',
      PIX_CLIENT_SECRET: 'secret',
      PIX_CERTIFICATE: 'file',
      PIX_KEY: 'key',
    }
    const typed = { PIX_BASE_URL: 'https://pix.other.example', PIX_KEY: 'new key' }

    expect(secretsToType('pix', { was: bank, is: { ...bank, ...typed }, typed })).toEqual([
      'PIX_CLIENT_ID',
      'PIX_CLIENT_SECRET',
      'PIX_CERTIFICATE',
    ])

    const usual = { PIX_BASE_URL: 'https://pix.api.efipay.com.br' }
    expect(secretsToType('pix', { was: bank, is: { ...bank, ...usual }, typed: usual })).toEqual([])
  })

  it('a provider without an address of its own asks for nothing again', () => {
    const was = { STRIPE_SECRET_KEY: 'sk_live_a', STRIPE_WEBHOOK_SECRET: 'whsec_a' }
    const is = { STRIPE_SECRET_KEY: 'sk_live_b', STRIPE_WEBHOOK_SECRET: 'whsec_a' }
    expect(secretsToType('card', { was, is, typed: { STRIPE_SECRET_KEY: 'sk_live_b' } })).toEqual(
      [],
    )
  })
})

describe('the notice to admins', () => {
  it.each([
    ['pix', 'PIX: PIX_KEY'],
    ['card', 'Stripe: PIX_KEY'],
    ['crypto', 'Binance: PIX_KEY'],
    ['mail', 'SMTP: PIX_KEY'],
    ['discord', 'Discord: PIX_KEY'],
    ['keyauth', 'KeyAuth: PIX_KEY'],
    ['captcha', 'Captcha: PIX_KEY'],
  ] as const)('calls %s by its brand', (provider, notice) => {
    expect(aboutSaved(provider, ['PIX_KEY'], null)).toBe(notice)
  })

  it('lists the changed settings, none or several', () => {
    expect(aboutSaved('pix', ['PIX_KEY', 'PIX_CLIENT_ID'], true)).toBe(
      'PIX: PIX_KEY, PIX_CLIENT_ID',
    )
    expect(aboutSaved('pix', [], false)).toBe('PIX: ')
  })

  it('names the money in use after a switch', () => {
    expect(aboutSaved('card', null, true)).toBe('Stripe → test')
    expect(aboutSaved('card', null, false)).toBe('Stripe → real')
  })
})
