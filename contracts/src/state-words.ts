import type { Language } from './limits.ts'
import type { Localized } from './localized.ts'

/** Texts of states, by their names in the contracts. */
export const stateWords: Record<string, Localized> = {
  abandoned: { 'pt-BR': 'abandonado', 'en-US': 'abandoned' },
  active: { 'pt-BR': 'ativo', 'en-US': 'active' },
  available: { 'pt-BR': 'disponível', 'en-US': 'available' },
  cancelled: { 'pt-BR': 'cancelado', 'en-US': 'cancelled' },
  closed: { 'pt-BR': 'fechado', 'en-US': 'closed' },
  completed: { 'pt-BR': 'concluído', 'en-US': 'completed' },
  consumed: { 'pt-BR': 'usado', 'en-US': 'used' },
  delivered: { 'pt-BR': 'entregue', 'en-US': 'delivered' },
  exhausted: { 'pt-BR': 'esgotado', 'en-US': 'used up' },
  expired: { 'pt-BR': 'expirado', 'en-US': 'expired' },
  failed: { 'pt-BR': 'não concluído', 'en-US': 'failed' },
  open: { 'pt-BR': 'aberto', 'en-US': 'open' },
  pending: { 'pt-BR': 'pendente', 'en-US': 'pending' },
  published: { 'pt-BR': 'publicado', 'en-US': 'published' },
  refunded: { 'pt-BR': 'reembolsado', 'en-US': 'refunded' },
  rejected: { 'pt-BR': 'recusado', 'en-US': 'rejected' },
  released: { 'pt-BR': 'liberado', 'en-US': 'released' },
  reserved: { 'pt-BR': 'reservado', 'en-US': 'reserved' },
  revoked: { 'pt-BR': 'revogado', 'en-US': 'revoked' },
  sent: { 'pt-BR': 'enviado', 'en-US': 'sent' },
  suspended: { 'pt-BR': 'suspenso', 'en-US': 'suspended' },
  used: { 'pt-BR': 'usado', 'en-US': 'used' },
}

/** The text of a state; an unknown one stays as it is. */
export const wordOfState = (state: string, language: Language): string =>
  stateWords[state]?.[language] ?? state
