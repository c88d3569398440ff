import { describe, expect, it } from 'vitest'
import { noteToPayer } from './adapters/efi/efi-pix.ts'
import { roleReasons } from './domains/discord-roles/roles.service.ts'
import { stockLowText } from './domains/stock/stock-alerts.chat.ts'
import { closingReason } from './domains/tickets/tickets.chat.service.ts'

describe('both languages say', () => {
  it('in the channel of staff, that few keys are left', () => {
    expect([0, 1, 2].map((left) => stockLowText({ name: 'Editor Pro', left }))).toEqual([
      {
        'pt-BR': {
          title: 'Estoque baixo: Editor Pro',
          description: 'Restam 0 chaves sem vender.',
        },
        'en-US': { title: 'Low stock: Editor Pro', description: '0 keys are left unsold.' },
      },
      {
        'pt-BR': { title: 'Estoque baixo: Editor Pro', description: 'Resta 1 chave sem vender.' },
        'en-US': { title: 'Low stock: Editor Pro', description: '1 key is left unsold.' },
      },
      {
        'pt-BR': {
          title: 'Estoque baixo: Editor Pro',
          description: 'Restam 2 chaves sem vender.',
        },
        'en-US': { title: 'Low stock: Editor Pro', description: '2 keys are left unsold.' },
      },
    ])
  })

  it('in the record of the chat server, why a role changed and why a channel went', () => {
    expect(roleReasons).toEqual({
      given: { 'pt-BR': 'Licença ativa na loja', 'en-US': 'Active licence in the shop' },
      taken: { 'pt-BR': 'Sem licença ativa na loja', 'en-US': 'No active licence in the shop' },
    })
    expect(closingReason('TKT-000012')).toEqual({
      'pt-BR': 'ticket TKT-000012 fechado',
      'en-US': 'ticket TKT-000012 closed',
    })
  })

  it('in the buyer’s bank, which order a PIX is for', () => {
    expect(noteToPayer('ORD-000012')).toEqual({
      'pt-BR': 'Pedido ORD-000012',
      'en-US': 'Order ORD-000012',
    })
  })
})
