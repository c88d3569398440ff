import { isValidCpf } from '@brazilian-utils/brazilian-utils/is-valid-cpf'

import { invalidJson, invalidValue, EfiRefusal } from './errors.ts'
import { textToCents, type ChargeStatus, type Debtor, type ExtraInfo } from './model.ts'

export type ChargeInput = {
  expiresIn: number
  debtor: Debtor | null
  amountCents: number
  key: string
  note: string | null
  info: ExtraInfo[]
  /** The location (loc.id) that the charge asks for; null for a new one. */
  locationNumber: number | null
}

export type ChargeChange = Partial<Omit<ChargeInput, 'key' | 'locationNumber'>> & {
  key?: string
  locationNumber?: number
  status?: ChargeStatus
}

type Fields = Record<string, unknown>

const DAY_SECONDS = 86_400

const CHARGE_FIELDS = [
  'calendario',
  'devedor',
  'loc',
  'valor',
  'chave',
  'solicitacaoPagador',
  'infoAdicionais',
]

/** Reads the body of a new charge by BACEN's rules (providers reference 2.3). */
export function readCharge(body: Fields, ourKey: string): ChargeInput {
  refuseUnknown(body, CHARGE_FIELDS, 'body')

  for (const name of ['valor', 'chave'])
    if (body[name] === undefined)
      throw invalidJson([
        {
          chave: 'required',
          caminho: '.body',
          mensagem: `should have required property '${name}'`,
        },
      ])

  return {
    expiresIn: body['calendario'] === undefined ? DAY_SECONDS : readExpiry(body['calendario']),
    debtor: readDebtor(body['devedor']),
    amountCents: readAmount(body['valor']),
    key: readPixKey(body['chave'], ourKey),
    note: readPayerNote(body['solicitacaoPagador']),
    info: readExtraInfo(body['infoAdicionais']),
    locationNumber: body['loc'] === undefined ? null : readLocation(body['loc']),
  }
}

/** Reads the body of a change; the status may only become REMOVIDA_PELO_USUARIO_RECEBEDOR. */
export function readChange(body: Fields, ourKey: string): ChargeChange {
  refuseUnknown(body, [...CHARGE_FIELDS, 'status'], 'body')
  const chargeChange: ChargeChange = {}

  if (body['status'] !== undefined) {
    if (body['status'] !== 'REMOVIDA_PELO_USUARIO_RECEBEDOR')
      throw invalidValue('Campo status deve ser REMOVIDA_PELO_USUARIO_RECEBEDOR', 'cob.status')
    chargeChange.status = body['status']
  }

  if (body['calendario'] !== undefined) chargeChange.expiresIn = readExpiry(body['calendario'])
  if (body['devedor'] !== undefined) chargeChange.debtor = readDebtor(body['devedor'])
  if (body['valor'] !== undefined) chargeChange.amountCents = readAmount(body['valor'])
  if (body['chave'] !== undefined) chargeChange.key = readPixKey(body['chave'], ourKey)
  if (body['solicitacaoPagador'] !== undefined)
    chargeChange.note = readPayerNote(body['solicitacaoPagador'])
  if (body['infoAdicionais'] !== undefined)
    chargeChange.info = readExtraInfo(body['infoAdicionais'])
  if (body['loc'] !== undefined) chargeChange.locationNumber = readLocation(body['loc'])

  return chargeChange
}

function refuseUnknown(fields: Fields, known: readonly string[], path: string): void {
  const unknownFields = Object.keys(fields).filter((name) => !known.includes(name))
  if (unknownFields.length > 0)
    throw invalidJson(
      unknownFields.map(() => ({
        chave: 'additionalProperties',
        caminho: `.${path}`,
        mensagem: 'should NOT have additional properties',
      })),
    )
}

function readObject(value: unknown, path: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidJson([{ chave: 'type', caminho: `.body.${path}`, mensagem: 'should be object' }])
  return value as Fields
}

function readExpiry(value: unknown): number {
  const fields = readObject(value, 'calendario')
  refuseUnknown(fields, ['expiracao'], 'body.calendario')
  const expirySeconds = fields['expiracao'] ?? DAY_SECONDS

  if (typeof expirySeconds !== 'number' || !Number.isInteger(expirySeconds))
    throw invalidJson([
      { chave: 'type', caminho: '.body.calendario.expiracao', mensagem: 'should be integer' },
    ])

  if (expirySeconds <= 0)
    throw invalidValue(
      'Campo calendario.expiracao deve ser maior que zero',
      'cob.calendario.expiracao',
    )

  return expirySeconds
}

function readLocation(value: unknown): number {
  const fields = readObject(value, 'loc')
  refuseUnknown(fields, ['id'], 'body.loc')
  const id = fields['id']
  if (typeof id !== 'number' || !Number.isInteger(id))
    throw invalidJson([{ chave: 'type', caminho: '.body.loc.id', mensagem: 'should be integer' }])

  return id
}

function readAmount(value: unknown): number {
  const fields = readObject(value, 'valor')
  refuseUnknown(fields, ['original', 'modalidadeAlteracao'], 'body.valor')
  const amountCents = textToCents(fields['original'])

  if (amountCents === null)
    throw invalidJson([
      {
        chave: 'pattern',
        caminho: '.body.valor.original',
        mensagem: 'should match pattern "^[0-9]{1,10}\\.[0-9]{2}$"',
      },
    ])

  if (amountCents === 0)
    throw invalidValue('Campo valor.original deve ser maior que zero', 'cob.valor.original')

  return amountCents
}

function readPixKey(value: unknown, ourKey: string): string {
  if (typeof value !== 'string' || value.length > 77)
    throw invalidJson([
      {
        chave: 'maxLength',
        caminho: '.body.chave',
        mensagem: 'should NOT be longer than 77 characters',
      },
    ])

  if (value !== ourKey)
    throw new EfiRefusal(
      400,
      {
        nome: 'chave_invalida',
        mensagem: 'A chave informada não faz referência à conta Efí autenticada',
        bacen: 'CobOperacaoInvalida',
      },
      { caminho: 'cob.chave' },
    )

  return value
}

function readDebtor(value: unknown): Debtor | null {
  if (value === undefined) return null

  const fields = readObject(value, 'devedor')
  refuseUnknown(fields, ['cpf', 'cnpj', 'nome'], 'body.devedor')
  const { cpf, cnpj, nome } = fields

  if (typeof nome !== 'string' || nome === '' || nome.length > 200)
    throw invalidValue(
      'Campo devedor.nome é obrigatório e deve ter até 200 caracteres',
      'cob.devedor.nome',
    )

  if ((cpf === undefined) === (cnpj === undefined))
    throw invalidValue('Informe exatamente um documento em devedor: cpf ou cnpj', 'cob.devedor')
  if (cpf !== undefined && !isCpfText(cpf))
    throw invalidValue('Documento CPF em devedor.cpf é inválido', 'cob.devedor.cpf')
  if (cnpj !== undefined && !isCnpjText(cnpj))
    throw invalidValue('Documento CNPJ em devedor.cnpj é inválido', 'cob.devedor.cnpj')

  return {
    ...(cpf === undefined ? {} : { cpf }),
    ...(cnpj === undefined ? {} : { cnpj }),
    nome,
  }
}

const isCpfText = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{11}$/.test(value) && isValidCpf(value)

const isCnpjText = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9A-Z]{14}$/.test(value)

function readPayerNote(value: unknown): string | null {
  if (value === undefined) return null

  if (typeof value !== 'string' || value.length > 140)
    throw invalidJson([
      {
        chave: 'maxLength',
        caminho: '.body.solicitacaoPagador',
        mensagem: 'should NOT be longer than 140 characters',
      },
    ])

  return value
}

function readExtraInfo(value: unknown): ExtraInfo[] {
  if (value === undefined) return []

  if (!Array.isArray(value) || value.length > 50)
    throw invalidJson([
      {
        chave: 'maxItems',
        caminho: '.body.infoAdicionais',
        mensagem: 'should NOT have more than 50 items',
      },
    ])

  return value.map((item: unknown) => {
    const { nome, valor } = readObject(item, 'infoAdicionais')

    if (
      typeof nome !== 'string' ||
      nome.length > 50 ||
      typeof valor !== 'string' ||
      valor.length > 200
    )
      throw invalidJson([
        {
          chave: 'maxLength',
          caminho: '.body.infoAdicionais',
          mensagem: 'nome has up to 50 and valor up to 200 characters',
        },
      ])

    return { nome, valor }
  })
}
