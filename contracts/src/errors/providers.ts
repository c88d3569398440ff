import { wordOfProviderField } from '../admin/provider-words.ts'
import { ofNumber } from '../counted.ts'
import type { Language } from '../limits.ts'
import { refusal } from './refusal.ts'

type Named = { fields: readonly string[] }

const fieldLabels = ({ fields }: Named, language: Language): string =>
  fields.map((field) => wordOfProviderField(field, language)).join(', ')

/** Refusals about the providers' credentials, which only staff read. */
export const providerErrors = {
  'provider.incomplete': refusal(400, (named: Named) => ({
    'pt-BR': `Falta preencher: ${fieldLabels(named, 'pt-BR')}.`,
    'en-US': `Still to be filled in: ${fieldLabels(named, 'en-US')}.`,
  })),

  'provider.secrets_again': refusal(400, (named: Named) => ({
    'pt-BR':
      'O endereço mudou, e o que é secreto só vai a um endereço novo se for digitado junto com ' +
      `ele. Preencha de novo: ${fieldLabels(named, 'pt-BR')}.`,
    'en-US':
      'The address has changed, and what is secret goes to a new address only when it is typed ' +
      `along with it. Fill in again: ${fieldLabels(named, 'en-US')}.`,
  })),

  'provider.invalid': refusal(400, (named: Named) => ({
    'pt-BR':
      `Este valor não tem a forma esperada: ${fieldLabels(named, 'pt-BR')}. Copie-o de ` +
      'novo, inteiro.',
    'en-US':
      `This value is not of the expected form: ${fieldLabels(named, 'en-US')}. Copy it ` +
      'again, whole.',
  })),

  'provider.inside': refusal(400, (named: Named) => ({
    'pt-BR':
      `${fieldLabels(named, 'pt-BR')}: este endereço é da rede interna do servidor. Para usar um ` +
      'servidor de e-mail local, defina SMTP_URL no ambiente da loja.',
    'en-US':
      `${fieldLabels(named, 'en-US')}: this address is inside the server's own network. To use a local ` +
      "mail server, set SMTP_URL in the shop's environment.",
  })),

  'provider.environment': refusal(409, ({ fields }: Named) => ({
    'pt-BR':
      `Este serviço vem do ambiente do servidor (${fields.join(', ')}). Remova essas ` +
      'variáveis e reinicie a loja para configurá-lo aqui.',
    'en-US':
      `This service comes from the server's environment (${fields.join(', ')}). Remove ` +
      'those variables and restart the shop to set it up here.',
  })),

  'provider.unopened': refusal(409, {
    'pt-BR':
      'O que está guardado não pode ser aberto com as chaves deste servidor. ' +
      'Preencha todos os campos de novo.',
    'en-US':
      'What is kept cannot be opened with the keys of this server. Fill in every field again.',
  }),

  'provider.changed': refusal(409, {
    'pt-BR':
      'Outra pessoa alterou este serviço enquanto você preenchia. Confira o que está ' +
      'guardado agora e salve de novo.',
    'en-US':
      'Somebody else changed this service while you were filling it in. Check what ' +
      'is kept now and save again.',
  }),

  'provider.demo': refusal(409, {
    'pt-BR':
      'Estas credenciais movem dinheiro de verdade, e esta é uma loja de ' +
      'demonstração. Use credenciais de teste, ou inicie a loja em produção.',
    'en-US':
      'These credentials move real money, and this is a demo shop. Use test ' +
      'credentials, or start the shop in production.',
  }),

  'provider.open_payments': refusal(409, ({ open }: { open: number }) => ({
    'pt-BR':
      `${open} ` +
      `${ofNumber(open, 'pagamento em aberto ainda depende', 'pagamentos em aberto ainda dependem')} ` +
      'deste serviço. Sem ele, o que for pago não será visto.',
    'en-US':
      `${open} open ` +
      `${ofNumber(open, 'payment still depends', 'payments still depend')} on this ` +
      'service. Without it, what gets paid will not be seen.',
  })),

  'provider.not_kept': refusal(404, {
    'pt-BR': 'Não há nada guardado para este serviço.',
    'en-US': 'Nothing is kept for this service.',
  }),
}
