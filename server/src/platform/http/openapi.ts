import { errors } from '@chaveiro/contracts/errors'
import type { AnyRoute } from '@chaveiro/contracts/route'
import { z } from 'zod'

import { methodsAndPaths } from './mount.ts'

const errorBody = {
  type: 'object',
  required: ['success', 'error', 'message', 'code'],
  properties: {
    success: { const: false },
    error: { type: 'string' },
    message: { type: 'string' },
    code: { type: 'string' },
  },
}

type Contracts = Record<string, Record<string, AnyRoute>>

/** The OpenAPI 3.1 document of every call, from the schemas that validate requests (Q107). */
export function openApiDocument(
  { api, adminApi }: { api: Contracts; adminApi: Contracts },
  publicUrl: string,
): object {
  const pathItems: Record<string, Record<string, object>> = {}
  const sharedSchemas: SharedSchemas = {}

  // The back office and the shop have sections of the same name, so the names of back-office
  // sections get a prefix.
  const contracts = [
    ...Object.entries(api),
    ...Object.entries(adminApi).map(([domain, contract]) => [`admin.${domain}`, contract] as const),
  ]

  for (const [domain, contract] of contracts) {
    for (const [name, route] of Object.entries(contract)) {
      for (const [i, { method, url }] of methodsAndPaths(route).entries()) {
        const templatePath = url.replace(/:(\w+)/g, '{$1}')
        ;(pathItems[templatePath] ??= {})[method.toLowerCase()] = operation(
          domain,
          i ? `${name}_${i}` : name,
          route,
          sharedSchemas,
        )
      }
    }
  }

  return {
    openapi: '3.1.0',
    info: {
      title: 'Chaveiro',
      version: '1.0.0',
      description:
        'Every call of the shop. Errors answer {success: false, error, message, code} ' +
        'in the language of Accept-Language.',
    },
    servers: [{ url: publicUrl }],
    paths: pathItems,
    components: {
      schemas: { Error: errorBody, ...sharedSchemas },
      securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}

/** Recursive schemas by name; the document refers to them. */
type SharedSchemas = Record<string, object>

function operation(
  domain: string,
  name: string,
  route: AnyRoute,
  sharedSchemas: SharedSchemas,
): object {
  return {
    operationId: `${domain}.${name}`,
    tags: [domain],
    summary: route.summary,
    'x-access': route.access,
    ...(route.captcha ? { 'x-captcha-action': route.captcha } : {}),
    ...(route.captchaOptional ? { 'x-captcha-optional': true } : {}),
    ...(route.stepUp ? { 'x-step-up': route.stepUp } : {}),
    ...(route.ownPagesOnly ? { 'x-own-pages-only': true } : {}),
    security: route.access === 'public' ? [] : [{ session: [] }],
    parameters: [...parameters(route.params, 'path'), ...parameters(route.query, 'query')],
    ...(hasRequestBody(route)
      ? { requestBody: { required: true, content: bodyContentOf(route) } }
      : {}),

    responses: {
      200: {
        description: 'OK',
        content: route.file
          ? {
              [route.file]: route.fileHolds
                ? { schema: jsonSchemaOf(route.fileHolds, 'output') }
                : binaryContent,
            }
          : { 'application/json': { schema: jsonSchemaOf(route.reply, 'output', sharedSchemas) } },
      },
      ...refusalResponses(route),
    },
  }
}

/** Possible refusals of a call by status: its own errors and those of its access level. */
function refusalResponses(route: AnyRoute): Record<string, object> {
  const errorCodes = new Set([
    ...route.errors,
    'request.invalid' as const,
    'request.busy' as const,
    'database.away' as const,
    ...(route.access === 'public' ? [] : ['auth.required' as const, 'auth.banned' as const]),
    ...(route.access === 'staff' ? ['auth.forbidden' as const] : []),
    ...(route.stepUp ? ['auth.step_up' as const] : []),
    ...(hasRequestBody(route) ? ['request.media_type' as const, 'request.too_large' as const] : []),
  ])

  const codesByStatus = Map.groupBy(errorCodes, (code) => errors[code].status)

  return Object.fromEntries(
    [...codesByStatus].map(([status, codesOfStatus]) => [
      status,
      {
        description: codesOfStatus.join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  )
}

const hasRequestBody = ({ method }: AnyRoute): boolean => method !== 'GET' && method !== 'DELETE'
const binaryContent = { schema: { type: 'string', format: 'binary' } }

const bodyContentOf = (route: AnyRoute): object =>
  route.bytesIn
    ? Object.fromEntries(route.bytesIn.types.map((type) => [type, binaryContent]))
    : { 'application/json': { schema: jsonSchemaOf(route.body, 'input') } }

function jsonSchemaOf(
  type: z.ZodType,
  io: 'input' | 'output',
  sharedSchemas: SharedSchemas = {},
): object {
  const schemaText = JSON.stringify(z.toJSONSchema(type, { io, unrepresentable: 'any' }))

  const {
    $schema: _,
    $defs,
    ...json
  } = JSON.parse(schemaText.replaceAll('"#/$defs/', '"#/components/schemas/')) as Record<
    string,
    unknown
  >

  Object.assign(sharedSchemas, $defs)

  return json
}

function parameters(type: z.ZodType, where: 'path' | 'query'): object[] {
  const objectSchema = jsonSchemaOf(type, 'input') as {
    properties?: Record<string, object>
    required?: string[]
  }
  return Object.entries(objectSchema.properties ?? {}).map(([name, propertySchema]) => ({
    name,
    in: where,
    required: where === 'path' || (objectSchema.required ?? []).includes(name),
    schema: propertySchema,
  }))
}
