/** An error in Efí's format {nome, mensagem}; `bacen` is its name in problem+json. */
type RefusalWords = { nome: string; mensagem: string; bacen: string }

/** A refusal of a call; `details` are added to its body. */
export class EfiRefusal extends Error {
  readonly status: number
  readonly nome: string
  readonly bacen: string
  readonly details: Record<string, unknown>

  constructor(
    status: number,
    { nome, mensagem, bacen }: RefusalWords,
    details: Record<string, unknown> = {},
  ) {
    super(mensagem)
    this.status = status
    this.nome = nome
    this.bacen = bacen
    this.details = details
  }
}

/** The format of errors: Efí's own, or RFC 7807 as BACEN and other PSPs use it. */
export type ErrorStyle = 'efi' | 'problem'

export function refusalReply(
  error: EfiRefusal,
  style: ErrorStyle,
): { status: number; body: unknown; contentType: string } {
  if (style === 'efi')
    return {
      status: error.status,
      body: { nome: error.nome, mensagem: error.message, ...error.details },
      contentType: 'application/json',
    }

  const status = BACEN_STATUS[error.bacen] ?? error.status

  const problemBody = {
    type: `https://pix.bcb.gov.br/api/v2/error/${error.bacen}`,
    title: BACEN_TITLE[error.bacen] ?? 'Erro.',
    status,
    detail: error.message,
    violacoes: [{ razao: error.message, propriedade: error.details['caminho'] ?? '' }],
  }

  return { status, body: problemBody, contentType: 'application/problem+json' }
}

// BACEN specifies 404 where Efí answers 400.
const BACEN_STATUS: Record<string, number> = {
  CobNaoEncontrado: 404,
  PixNaoEncontrado: 404,
  PixDevolucaoNaoEncontrada: 404,
  PayloadLocationNaoEncontrado: 404,
  WebhookNaoEncontrado: 404,
}

const BACEN_TITLE: Record<string, string> = {
  CobNaoEncontrado: 'Não Encontrado.',
  CobOperacaoInvalida: 'Cobrança inválida.',
  PixDevolucaoInvalida: 'Devolução inválida.',
  WebhookOperacaoInvalida: 'Webhook inválido.',
  AcessoNegado: 'Acesso Negado.',
}

export const invalidValue = (mensagem: string, caminho = ''): EfiRefusal =>
  new EfiRefusal(
    400,
    { nome: 'valor_invalido', mensagem, bacen: 'CobOperacaoInvalida' },
    caminho ? { caminho } : {},
  )

export const invalidJson = (
  erros: { chave: string; caminho: string; mensagem: string }[] = [],
): EfiRefusal =>
  new EfiRefusal(
    400,
    {
      nome: 'json_invalido',
      mensagem: 'A requisição está fora do formato JSON esperado. Consulte a documentação',
      bacen: 'CobOperacaoInvalida',
    },
    erros.length > 0 ? { erros } : {},
  )

export const chargeNotFound = (): EfiRefusal =>
  new EfiRefusal(400, {
    nome: 'cobranca_nao_encontrada',
    mensagem: 'Nenhuma cobrança encontrada para o txid informado',
    bacen: 'CobNaoEncontrado',
  })

/** The error body for a status fault or an unknown path. */
export const failure = (status: number): { body: unknown } => ({
  body:
    status === 404
      ? { nome: 'nao_encontrado', mensagem: 'O recurso solicitado não foi encontrado' }
      : {
          nome: 'erro_aplicacao',
          mensagem:
            status === 429
              ? 'Limite de requisições excedido'
              : 'Ocorreu um erro interno no servidor, tente novamente',
        },
})
