import { ProviderRefused } from '../../ports/licences.ts'
import { ProviderUnknown } from '../../ports/payments.ts'
import { fails, type Trial } from '../../ports/trial.ts'

/** The result of a trial that ended with an error, without the error's text. */
export function trialOf(error: unknown): Trial {
  if (error instanceof ProviderRefused) return fails('secret')
  if (!(error instanceof ProviderUnknown)) return fails('unexpected')

  return ofCode(error.code ?? '') ?? ofStatus(error.status)
}

/** The meaning of an error code of the network or of TLS; null for other codes. */
export function ofCode(code: string): Trial | null {
  if (/TIMEOUT|TimeoutError|AbortError|ETIMEDOUT/i.test(code)) return fails('silent')
  if (/SELF_SIGNED|UNABLE_TO|CERT_HAS_EXPIRED|ALTNAME|DEPTH_ZERO/.test(code))
    return fails('insecure')
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EDNS/.test(code))
    return fails('unreachable')

  return null
}

export function ofStatus(status: number | null): Trial {
  if (status === null) return fails('unreachable')
  if (status === 401) return fails('secret')
  if (status === 403) return fails('permission')
  if (status === 429 || status === 418) return fails('limited')

  return fails(status >= 500 ? 'out_of_order' : 'unexpected')
}
