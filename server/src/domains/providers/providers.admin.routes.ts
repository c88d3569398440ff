import type { ProviderName } from '@chaveiro/contracts/admin/provider-fields'
import type { providers } from '@chaveiro/contracts/admin/providers'
import type { Language } from '@chaveiro/contracts/limits'
import { inLanguage } from '@chaveiro/contracts/localized'

import type { App } from '../../platform/app.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import type { Mail } from '../../ports/mail.ts'
import type { Trial } from '../../ports/trial.ts'
import { actorOf } from '../audit/audit.service.ts'
import { keptSettings } from '../settings/settings.service.ts'
import { listProviders, providerView } from './providers.queries.ts'
import { removeProvider, saveProvider, tryCredentials } from './providers.service.ts'
import { trialLetter, wordsOfTrial } from './providers.words.ts'

/** Back-office calls of the providers' credentials. */
export const providersAdmin: Handlers<typeof providers> = {
  async list(app) {
    return { success: true as const, providers: await listProviders(app) }
  },

  async try(app, input) {
    const { principal, caller, body } = input
    const { name } = input.params
    const trialMail =
      name === 'mail' ? await trialLetterTo(app, principal.email, caller.language) : undefined
    const trialResult = await tryCredentials(app, name, body.values, {
      actor: actorOf(input),
      mail: trialMail,
    })

    return { success: true as const, trial: trialView(name, trialResult, caller.language) }
  },

  async save(app, input) {
    const { name } = input.params
    const { saved, trial: trialResult } = await saveProvider(app, name, input.body, actorOf(input))

    return {
      success: true as const,
      saved,
      trial: trialView(name, trialResult, input.caller.language),
      provider: await providerView(app, name),
    }
  },

  async remove(app, input) {
    const { name } = input.params
    await removeProvider(app, name, input.query.anyway, actorOf(input))

    return {
      success: true as const,
      message: inLanguage(input.caller.language, {
        'pt-BR': 'Credenciais removidas.',
        'en-US': 'Credentials removed.',
      }),
      provider: await providerView(app, name),
    }
  },
}

const trialView = (name: ProviderName, trialResult: Trial, language: Language) => ({
  works: trialResult.works,
  reason: trialResult.works ? null : trialResult.reason,
  message: inLanguage(language, wordsOfTrial(name, trialResult)),
})

/** The trial letter goes to the member of staff who tries, in their language. */
async function trialLetterTo(app: App, to: string, language: Language): Promise<Mail> {
  const { subject, text } = trialLetter((await keptSettings(app)).siteName)
  const mailText = inLanguage(language, text)

  return { to, subject: inLanguage(language, subject), text: mailText, html: `<p>${mailText}</p>` }
}
