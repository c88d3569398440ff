import { ProviderRefused } from '../../ports/licences.ts'
import { ProviderUnknown } from '../../ports/payments.ts'
import { failedTrial, type Trial } from '../../ports/trial.ts'

/** The result of a trial that ended with an error, without the error's text. */
export function trialOfError(error: unknown): Trial {
  if (error instanceof ProviderRefused) return failedTrial('secret')
  if (!(error instanceof ProviderUnknown)) return failedTrial('unexpected')

  return trialOfCode(error.code ?? '') ?? trialOfStatus(error.status)
}

/** The meaning of an error code of the network or of TLS; null for other codes. */
export function trialOfCode(code: string): Trial | null {
  if (/TIMEOUT|TimeoutError|AbortError|ETIMEDOUT/i.test(code)) return failedTrial('silent')
  if (/SELF_SIGNED|UNABLE_TO|CERT_HAS_EXPIRED|ALTNAME|DEPTH_ZERO/.test(code))
    return failedTrial('insecure')
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EDNS/.test(code))
    return failedTrial('unreachable')

  return null
}

export function trialOfStatus(status: number | null): Trial {
  if (status === null) return failedTrial('unreachable')
  if (status === 401) return failedTrial('secret')
  if (status === 403) return failedTrial('permission')
  if (status === 429 || status === 418) return failedTrial('limited')

  return failedTrial(status >= 500 ? 'out_of_order' : 'unexpected')
}
