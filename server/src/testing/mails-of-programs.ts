// Mails as real mail programs write them. keeps: texts of the author; folds: texts of the quoted
// history; files: attachments. A case without a source occurred in this shop.

type Part = { type: string; text?: string; disposition?: string; cid?: string }

export type ProgramMail = {
  name: string
  subject?: string
  /** The lines of the plain text. */
  text?: readonly string[]
  /** The HTML in pieces, which are joined. */
  html?: readonly string[]
  parts?: Part[]
  multipart?: 'alternative' | 'mixed' | 'related'
  keeps: readonly string[]
  folds?: readonly string[]
  files?: readonly string[]
}

/** A mail as sent over SMTP. */
export function rawMail({ subject = 'Re: Chave', multipart, ...mail }: ProgramMail): string {
  const head = ['From: Maria <maria@exemplo.test>', 'To: loja@x.test', `Subject: ${subject}`]

  const parts =
    mail.parts ??
    [
      { type: 'text/plain', text: mail.text?.join('\n') },
      { type: 'text/html', text: mail.html?.join('') },
    ].filter(({ text }) => text !== undefined)

  const [onlyPart] = parts
  if (parts.length === 1 && !multipart) return [...head, ...entity(onlyPart!)].join('\r\n')

  return [
    ...head,
    `Content-Type: multipart/${multipart ?? 'alternative'}; boundary=b`,
    '',
    ...parts.flatMap((part) => ['--b', ...entity(part)]),
    '--b--',
  ].join('\r\n')
}

const entity = ({ type, text, disposition, cid }: Part): string[] => [
  `Content-Type: ${type}; charset=utf-8`,
  ...(disposition ? [`Content-Disposition: ${disposition}`] : []),
  ...(cid ? [`Content-ID: <${cid}>`] : []),
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from(text ?? '').toString('base64'),
]

const photo = (disposition: string, cid?: string): Part => ({
  type: 'image/jpeg',
  text: 'bytes',
  disposition,
  ...(cid && { cid }),
})

const mailsOfKeptText: ProgramMail[] = [
  {
    // From freescout, issue 349.
    name: 'answers between quoted lines',
    text: [
      'Oi, respostas abaixo.',
      '',
      'Em 26/11/2026 10:00, Loja Chaveiro escreveu:',
      '> Qual é o número do pedido?',
      'É o ORD-001234',
      '> Qual é o seu computador?',
      'Windows 11, placa nova',
      '',
      'Maria',
    ],
    keeps: ['respostas abaixo', 'É o ORD-001234', 'Windows 11, placa nova', 'Maria'],
  },
  {
    name: 'one answer below what it quotes',
    text: ['Oi.', '', 'Em 26/11/2026 10:00, Loja escreveu:', '> P?', 'R1'],
    keeps: ['Oi.', 'R1'],
  },
  {
    // From Mods-for-HESK, pull request 479.
    name: "the customer's own De and Para",
    text: [
      'Oi, quero trocar o e-mail da minha conta:',
      'De: maria.velha@example.com',
      'Para: maria.nova@example.com',
      'O pedido é ORD-001234. Obrigada!',
    ],
    keeps: ['maria.velha@example.com', 'maria.nova@example.com', 'ORD-001234'],
  },
  {
    name: 'prose that ends in escreveu:',
    text: [
      'Bom dia.',
      'Em janeiro o suporte de vocês me escreveu:',
      '"pode usar em dois computadores"',
      'Mas agora diz limite atingido. Podem resolver?',
    ],
    keeps: ['pode usar em dois computadores', 'limite atingido'],
  },
  {
    name: 'prose with a day that ends in wrote:',
    text: [
      'On 11/20/2026 10:00 your colleague wrote:',
      'you may use it twice',
      'Now it says limit reached.',
    ],
    keeps: ['you may use it twice', 'limit reached'],
  },
  {
    // A receipt shared from a bank's app: De, Para and Data without Assunto are no header of a
    // mail.
    name: 'a PIX receipt that was pasted',
    text: [
      'Comprovante:',
      'De: Maria Teste',
      'Para: Loja Chaveiro',
      'Data: 26/11/2026 10:00',
      'Valor: R$ 49,90',
      'ID: E123',
    ],
    keeps: ['R$ 49,90', 'E123'],
  },
  {
    // Gmail's header of a forwarded mail: support.google.com/mail/answer/6585
    name: 'a mail that Gmail hands on',
    subject: 'Fwd: Comprovante',

    text: [
      'Segue o comprovante.',
      '',
      '---------- Forwarded message ---------',
      'De: Banco <b@banco.example>',
      'Date: qui., 26 de nov. de 2026 às 10:00',
      'Subject: Comprovante',
      'To: <maria@example.com>',
      '',
      'PIX de R$ 49,90, ID E123',
    ],

    keeps: ['Segue o comprovante.', 'PIX de R$ 49,90, ID E123'],
  },
  {
    // Outlook's header of a forwarded mail is like that of a reply; only the subject's ENC:
    // differs.
    name: 'a mail that Outlook hands on',
    subject: 'ENC: Comprovante',
    text: [
      'Segue.',
      '',
      'De: Banco <b@banco.example>',
      'Enviada em: quinta-feira, 26 de novembro de 2026 10:00',
      'Para: Maria',
      'Assunto: Comprovante',
      '',
      'PIX de R$ 49,90',
    ],
    keeps: ['Segue.', 'PIX de R$ 49,90'],
  },
  {
    name: 'nothing but what is quoted',
    text: ['Em 26/11/2026 10:00, Loja escreveu:', '> Sua chave foi trocada.'],
    keeps: ['Sua chave foi trocada.'],
  },
  {
    name: 'two dashes between two thoughts',
    text: ['Primeiro problema: não abre.', '--', 'Segundo problema: não fecha.'],
    keeps: ['não abre', 'não fecha'],
  },
]

const signedOrWithFiles: ProgramMail[] = [
  {
    name: 'Proton',
    text: [
      'Thanks',
      '',
      'Sent with Proton Mail secure email.',
      '',
      'On Thursday, November 26th, 2026 at 10:00 AM, Chaveiro <r@suporte.example> wrote:',
      '',
      '> text of the shop',
    ],
    keeps: ['Thanks'],
    folds: ['Sent with Proton Mail', 'text of the shop'],
  },
  {
    name: 'signature',
    text: ['Ok, obrigado', '', '-- ', 'Maria Teste', '(11) 99999-0000'],
    keeps: ['Ok, obrigado'],
    folds: ['(11) 99999-0000'],
  },
  {
    // From chatwoot, issue 14633, and alot, issue 243.
    name: 'iPhone: photo inline in multipart/mixed',
    parts: [
      { type: 'text/plain', text: 'Segue a foto' },
      photo('inline; filename=IMG_0001.jpg'),
      { type: 'text/plain', text: 'Enviado do meu iPhone' },
    ],
    multipart: 'mixed',
    keeps: ['Segue a foto'],
    folds: ['Enviado do meu iPhone'],
    files: ['IMG_0001.jpg'],
  },
  {
    name: 'iPhone: photo alone',
    parts: [photo('inline; filename=IMG_0002.jpg'), { type: 'text/plain', text: '' }],
    multipart: 'mixed',
    keeps: [''],
    files: ['IMG_0002.jpg'],
  },
  {
    name: 'Gmail: pasted screenshot',
    parts: [
      { type: 'text/html', text: '<div>Veja:<img src="cid:ii_1" alt="image.png"></div>' },
      photo('inline; filename=image.png', 'ii_1'),
    ],
    multipart: 'related',
    keeps: ['Veja:'],
    files: ['image.png'],
  },
  {
    name: 'Outlook: a picture without a name',
    parts: [{ type: 'text/html', text: '<p>Veja</p>' }, photo('inline', 'x1')],
    multipart: 'related',
    keeps: ['Veja'],
    files: ['anexo.jpeg'],
  },
  {
    name: 'Apple Mail: marked up text around a picture',
    parts: [
      { type: 'text/html', text: '<p>Antes</p>' },
      photo('inline; filename=tela.jpg'),
      { type: 'text/html', text: '<p>Depois</p>' },
    ],
    multipart: 'mixed',
    keeps: ['Antes', 'Depois'],
    files: ['tela.jpg'],
  },
]

export const mailsOfPrograms: readonly ProgramMail[] = [...mailsOfKeptText, ...signedOrWithFiles]
