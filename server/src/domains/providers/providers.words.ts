import type { ProviderName, TrialReason } from '@chaveiro/contracts/admin/provider-fields'
import type { Localized } from '@chaveiro/contracts/localized'

import type { Trial } from '../../ports/trial.ts'

// The result of a trial in words, with what to do about it. A provider's own text comes first where
// a reason has another meaning at that provider.

type Said = Localized | ((detail: string) => Localized)

const generalTexts: Record<TrialReason, Said> = {
  secret: {
    'pt-BR': 'As credenciais foram recusadas. Copie-as de novo, inteiras, no painel do serviço.',
    'en-US': "The credentials were refused. Copy them again, whole, from the service's dashboard.",
  },

  permission: (detail) => ({
    'pt-BR':
      'As credenciais são válidas, mas sem permissão para o que a loja ' +
      `precisa${scopeSuffix(detail)}. Ative essa permissão no painel do serviço.`,
    'en-US':
      'The credentials are valid, but lack a permission that the shop ' +
      `needs${scopeSuffix(detail)}. Switch it on in the service's dashboard.`,
  }),

  certificate_kind: {
    'pt-BR':
      'O arquivo não é um certificado que se possa usar. Envie o .p12 baixado da ' +
      'Efí, ou um .pem com certificado e chave.',
    'en-US':
      'The file is not a certificate that can be used. Upload the .p12 from Efí, or ' +
      'a .pem with certificate and key.',
  },

  certificate_key: {
    'pt-BR':
      'O certificado veio sem a chave privada, ou com a chave de outro. Envie o .p12 ' +
      'da Efí, que tem os dois.',
    'en-US':
      'The certificate came without its private key, or with that of another. Upload ' +
      'the .p12 from Efí, which holds both.',
  },

  certificate_old: {
    'pt-BR':
      'O .p12 está cifrado de um modo antigo (RC2). Converta-o: openssl pkcs12 ' +
      '-legacy -in antigo.p12 -passin pass: -nodes -out pix.pem, e envie o pix.pem.',
    'en-US':
      'The .p12 is enciphered in an old way (RC2). Convert it: openssl pkcs12 ' +
      '-legacy -in old.p12 -passin pass: -nodes -out pix.pem, and upload pix.pem.',
  },

  certificate_expired: {
    'pt-BR': 'O certificado venceu. Gere outro na conta da Efí, em API, Meus certificados.',
    'en-US':
      'The certificate has expired. Make another one in your Efí account, API, My certificates.',
  },

  certificate_refused: {
    'pt-BR':
      'O banco não aceitou o certificado. Confira se é desta conta e do mesmo ' +
      'ambiente (produção ou homologação) das credenciais.',
    'en-US':
      'The bank did not accept the certificate. Check that it is of this account and ' +
      'of the same environment (production or homologation) as the credentials.',
  },

  pix_key: {
    'pt-BR': 'A chave PIX não é desta conta. Use uma chave cadastrada nela, escrita como lá.',
    'en-US':
      'The PIX key is not of this account. Use one that is registered there, written ' +
      'as it is there.',
  },

  webhook_secret: {
    'pt-BR':
      'O segredo do webhook começa com whsec_. Ele está na página do endpoint, no ' +
      'painel da Stripe; não é a chave da API.',
    'en-US':
      "The webhook's signing secret begins with whsec_. It is on the endpoint's page " +
      "in Stripe's dashboard; it is not the API key.",
  },

  private_key: {
    'pt-BR':
      'A chave privada não pode ser lida. Cole-a inteira, das linhas BEGIN a END, e ' +
      'do tipo Ed25519; ou use o segredo de uma chave HMAC.',
    'en-US':
      'The private key cannot be read. Paste it whole, from BEGIN to END, and of the ' +
      'kind Ed25519; or use the secret of an HMAC key.',
  },

  clock: {
    'pt-BR':
      'O relógio deste servidor está errado, e o serviço recusa o que parece antigo. ' +
      'Acerte a hora do servidor (NTP).',
    'en-US':
      "This server's clock is wrong, and the service refuses what seems old. Set the " +
      "server's time (NTP).",
  },

  network: (detail) => ({
    'pt-BR': `A corretora não tem esta moeda nesta rede: ${detail}. Corrija as redes.`,
    'en-US':
      `The exchange does not have this coin on this network: ${detail}. Correct the ` + 'networks.',
  }),
  guild: {
    'pt-BR': 'O bot não está neste servidor do Discord. Convide-o, e confira o número do servidor.',
    'en-US': "The bot is not in this Discord server. Invite it, and check the server's id.",
  },

  application: {
    'pt-BR':
      'O número da aplicação não é o deste bot, ou ele foi convidado sem comandos. ' +
      'Copie-o em General Information e convide com o escopo applications.commands.',
    'en-US':
      "The application id is not this bot's, or it was invited without commands. " +
      'Copy it from General Information and invite with the scope ' +
      'applications.commands.',
  },

  channel: (detail) => ({
    'pt-BR':
      `O bot não vê este canal, categoria ou cargo: ${detail}. Confira o número e as ` +
      'permissões.',
    'en-US':
      `The bot does not see this channel, category or role: ${detail}. Check the id ` +
      'and its permissions.',
  }),

  sender: {
    'pt-BR':
      'O servidor não aceita este remetente. Use um endereço da conta ou do domínio ' +
      'com que você entra nele.',
    'en-US':
      'The server does not take this sender. Use an address of the account or domain ' +
      'that you log in with.',
  },

  recipient: {
    'pt-BR': 'O servidor não entrega para o seu endereço. Veja as regras de envio da conta.',
    'en-US': 'The server does not deliver to your address. See the sending rules of the account.',
  },

  unreachable: {
    'pt-BR':
      'A loja não conseguiu chegar ao serviço. Confira se o servidor da loja pode sair para a ' +
      'internet, e tente de novo.',
    'en-US':
      "The shop could not reach the service. Check whether the shop's server may reach the " +
      'internet, and try again.',
  },

  insecure: {
    'pt-BR':
      'A conexão não é segura: o certificado do outro lado não confere. Confira o ' +
      'endereço e a porta.',
    'en-US':
      "The connection is not secure: the other side's certificate does not match. " +
      'Check address and port.',
  },

  silent: {
    'pt-BR':
      'O serviço não respondeu a tempo. Tente de novo; se continuar, confira ' +
      'endereço, porta e firewall.',
    'en-US':
      'The service did not answer in time. Try again; if it goes on, check address, ' +
      'port and firewall.',
  },

  limited: {
    'pt-BR': 'O serviço pede uma pausa: foram chamadas demais. Espere um minuto e tente de novo.',
    'en-US':
      'The service asks for a pause: there were too many calls. Wait a minute and try again.',
  },

  out_of_order: {
    'pt-BR':
      'O serviço está com problemas agora. As credenciais não puderam ser ' +
      'conferidas; tente mais tarde.',
    'en-US': 'The service has trouble right now. The credentials could not be checked; try later.',
  },

  unexpected: {
    'pt-BR': 'O serviço respondeu algo inesperado. Confira cada campo e tente de novo.',
    'en-US': 'The service answered something unexpected. Check every field and try again.',
  },
}

/** For providers whose address is entered. */
const atAddress: Localized = {
  'pt-BR':
    'Ninguém respondeu neste endereço. Confira endereço e porta, e se o servidor da loja pode ' +
    'chegar até lá.',
  'en-US':
    "Nobody answered at this address. Check address and port, and whether the shop's server " +
    'may reach it.',
}

const providerTexts: Partial<Record<ProviderName, Partial<Record<TrialReason, Said>>>> = {
  pix: {
    unreachable: atAddress,
    secret: {
      'pt-BR':
        'O banco recusou o Client ID ou o Client Secret. Copie os dois da mesma ' +
        'aplicação, em API, Aplicações, e do mesmo ambiente do certificado.',
      'en-US':
        'The bank refused Client ID or Client Secret. Copy both from the same ' +
        'application, API, Applications, and of the same environment as the ' +
        'certificate.',
    },
  },

  card: {
    secret: {
      'pt-BR':
        'A Stripe recusou a chave secreta. Ela começa com sk_ ou rk_ e está em ' +
        'Desenvolvedores, Chaves da API.',
      'en-US':
        'Stripe refused the secret key. It begins with sk_ or rk_ and is in Developers, API keys.',
    },
  },

  crypto: {
    secret: {
      'pt-BR':
        'A assinatura não confere: a chave e o segredo não são do mesmo par. Copie ' +
        'os dois de novo.',
      'en-US': 'The signature does not match: key and secret are not of one pair. Copy both again.',
    },
    permission: {
      'pt-BR':
        'A corretora recusou a chave: não existe, não tem leitura ativada, ou este ' +
        'servidor não está nos endereços permitidos.',
      'en-US':
        'The exchange refused the key: it does not exist, cannot read, or this ' +
        'server is not among its allowed addresses.',
    },
  },

  mail: {
    unreachable: atAddress,

    secret: {
      'pt-BR':
        'Usuário ou senha recusados. Alguns serviços pedem uma senha de aplicativo ' +
        'em vez da senha da conta.',
      'en-US':
        'User or password refused. Some services want an app password instead of the ' +
        'one of the account.',
    },

    insecure: {
      'pt-BR':
        'A conexão segura falhou. Use a porta 465 (TLS) ou 587 (STARTTLS), como o serviço indica.',
      'en-US':
        'The secure connection failed. Use port 465 (TLS) or 587 (STARTTLS), as the service says.',
    },
  },

  discord: {
    secret: {
      'pt-BR':
        'O Discord recusou o token do bot. Gere outro em Bot, Reset Token, e cole-o inteiro.',
      'en-US':
        'Discord refused the bot token. Make another one in Bot, Reset Token, and paste it whole.',
    },
  },

  keyauth: {
    secret: {
      'pt-BR':
        'O KeyAuth não conhece esta chave de vendedor. Ela tem 32 caracteres e está ' +
        'em Seller settings.',
      'en-US':
        'KeyAuth does not know this seller key. It has 32 characters and is in Seller settings.',
    },
  },

  captcha: {
    secret: {
      'pt-BR': 'A chave secreta foi recusada. Não a confunda com a chave do site, que é pública.',
      'en-US': 'The secret key was refused. Do not mistake it for the site key, which is public.',
    },
  },
}

const successTexts: Partial<Record<ProviderName, Localized>> = {
  captcha: {
    'pt-BR':
      'A chave secreta funciona. A chave do site só se confere numa página: abra o ' +
      'login em outra janela antes de sair daqui.',
    'en-US':
      'The secret key works. The site key is only proven on a page: open the login ' +
      'in another window before you leave here.',
  },
}

const successText: Localized = {
  'pt-BR': 'Funciona: o serviço respondeu com estas credenciais.',
  'en-US': 'It works: the service answered with these credentials.',
}

/** ' (scope)', where the provider names the scope of the problem. */
const scopeSuffix = (detail: string): string => (detail ? ` (${detail})` : '')

/** The result of a trial, for a person. */
export function wordsOfTrial(name: ProviderName, trial: Trial): Localized {
  if (trial.works) return successTexts[name] ?? successText

  const template = providerTexts[name]?.[trial.reason] ?? generalTexts[trial.reason]

  return typeof template === 'function' ? template(trial.detail ?? '') : template
}

/** The letter of a mail trial. */
export const trialLetter = (shop: string): { subject: Localized; text: Localized } => ({
  subject: {
    'pt-BR': `Teste de e-mail de ${shop}`,
    'en-US': `Test mail of ${shop}`,
  },
  text: {
    'pt-BR': 'Se você lê isto, a loja consegue enviar e-mails.',
    'en-US': 'If you read this, the shop can send mail.',
  },
})
