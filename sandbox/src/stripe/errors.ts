/** A refusal in Stripe's format; `code` and `param` follow its documentation. */
export class StripeRefusal extends Error {
  readonly status: number
  readonly type: string
  readonly code: string | undefined
  readonly param: string | undefined
  readonly extra: Record<string, unknown>

  constructor(
    status: number,
    type: string,
    message: string,
    more: { code?: string; param?: string; extra?: Record<string, unknown> } = {},
  ) {
    super(message)
    this.status = status
    this.type = type
    this.code = more.code
    this.param = more.param
    this.extra = more.extra ?? {}
  }

  body(): { error: Record<string, unknown> } {
    const documented = this.code
      ? {
          code: this.code,
          doc_url: `https://stripe.com/docs/error-codes/${this.code.replaceAll('_', '-')}`,
        }
      : {}

    return {
      error: {
        type: this.type,
        ...documented,
        message: this.message,
        ...(this.param ? { param: this.param } : {}),
        ...this.extra,
      },
    }
  }
}

/** 400 invalid_request_error. */
export const invalidRequest = (message: string, code?: string, param?: string): StripeRefusal =>
  new StripeRefusal(400, 'invalid_request_error', message, { code, param })

/** 404 resource_missing with Stripe's text. */
export const missingResource = (kind: string, id: string, param = 'id'): StripeRefusal =>
  new StripeRefusal(404, 'invalid_request_error', `No such ${kind}: '${id}'`, {
    code: 'resource_missing',
    param,
  })

const FAILURE_BODIES: Record<number, object> = {
  404: {
    type: 'invalid_request_error',
    message:
      'Unrecognized request URL. Please see https://stripe.com/docs or we can help at https://support.stripe.com/.',
  },
  429: {
    type: 'invalid_request_error',
    code: 'rate_limit',
    message: 'Request rate limit exceeded.',
  },
}

const BACKEND_FAILURE = {
  type: 'api_error',
  message:
    'Sorry! There was an error while talking to one of our backends. Support has been notified.',
}

/** The error for an unknown URL, too many calls, or a 5xx. */
export const failure = (
  status: number,
  asked?: { method: string; url: string },
): { body: unknown } => ({
  body: {
    error:
      status === 404 && asked
        ? unrecognized(asked.method, asked.url.split('?')[0]!)
        : (FAILURE_BODIES[status] ?? BACKEND_FAILURE),
  },
})

/** The text mentions the sandbox, since the URL may be a real call that the sandbox lacks. */
const unrecognized = (method: string, path: string): object => ({
  type: 'invalid_request_error',
  message:
    `Unrecognized request URL (${method}: ${path}): this sandbox does not play it. ` +
    'Please see https://stripe.com/docs or we can help at https://support.stripe.com/.',
})
