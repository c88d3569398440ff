import type { ProgramMail } from './mails-of-programs.ts'

// Replies above a quoted mail, by mail program and language.

const shop = 'Chaveiro <r@suporte.example>'

export const mailsThatQuote: readonly ProgramMail[] = [
  {
    // From twentyhq, pull request 25561, and osTicket, issue 5548.
    name: 'Outlook head with display names only',
    text: [
      'Obrigado, funcionou!',
      '',
      'De: Chaveiro',
      'Enviada em: quinta-feira, 26 de novembro de 2026 10:00',
      'Para: Maria',
      'Assunto: Re: chave',
      '',
      'Sua chave foi trocada.',
    ],
    keeps: ['Obrigado, funcionou!'],
    folds: ['Sua chave foi trocada.'],
  },
  {
    name: 'Portuguese of Portugal, Apple Mail',
    text: [`Obrigado`, ``, `No dia 26/11/2026, às 10:00, ${shop} escreveu:`, ``, `> texto da loja`],
    keeps: ['Obrigado'],
    folds: ['texto da loja'],
  },
  {
    // From email_reply_trimmer, issue 8.
    name: 'Gmail head broken over three lines',
    text: [
      'Obrigado',
      '',
      'Em qui., 26 de nov. de 2026 às 10:00, Suporte da Loja de Chaves Chaveiro Ltda',
      '<',
      'r@suporte.example> escreveu:',
      '',
      '> texto da loja',
    ],
    keeps: ['Obrigado'],
    folds: ['texto da loja'],
  },
  {
    name: 'iPhone without quote marks',
    text: [
      `Obrigado`,
      ``,
      `Enviado do meu iPhone`,
      ``,
      `Em 26 de nov. de 2026, à(s) 10:00, ${shop} escreveu:`,
      ``,
      ` texto do suporte sem marca`,
    ],
    keeps: ['Obrigado'],
    folds: ['Enviado do meu iPhone', 'texto do suporte sem marca'],
  },
  {
    // Sample from the project email_reply_parser, file email_iphone.txt.
    name: 'iPhone in English',
    text: [
      `Works now`,
      ``,
      `Sent from my iPhone`,
      ``,
      `On Nov 26, 2026, at 10:00 AM, ${shop} wrote:`,
      ``,
      `> text of the shop`,
    ],
    keeps: ['Works now'],
    folds: ['Sent from my iPhone', 'text of the shop'],
  },
  {
    // From the tests of talon for reply quotations: On-Date-Someone-Wrote.
    name: 'Gmail in English',

    text: [
      `Thanks!`,
      ``,
      `On Thu, Nov 26, 2026 at 10:00 AM ${shop}`,
      `wrote:`,
      ``,
      `> text of the shop`,
      `>`,
      `> --`,
      `> Shop`,
    ],

    keeps: ['Thanks!'],
    folds: ['text of the shop'],
  },
  {
    // Sample from the project email_reply_trimmer, file gmail_es.
    name: 'Gmail in Spanish',
    text: [
      `Gracias`,
      ``,
      `El jue, 26 nov 2026 a las 10:00, Chaveiro (<r@suporte.example>)`,
      `escribió:`,
      ``,
      `> texto de la tienda`,
    ],
    keeps: ['Gracias'],
    folds: ['texto de la tienda'],
  },
  {
    // Gmail in European Portuguese puts the verb before the date.
    name: 'Gmail in Portuguese of Portugal',
    text: [
      `Obrigado`,
      ``,
      `${shop} escreveu (quinta, 26/11/2026 à(s) 10:00):`,
      ``,
      `> texto da loja`,
    ],
    keeps: ['Obrigado'],
    folds: ['texto da loja'],
  },
  {
    // Gmail until 2014, from email_reply_parser, issue 14.
    name: 'Gmail of years ago',
    text: [
      'Obrigado',
      '',
      '2026-11-26 10:00 GMT-03:00 Chaveiro <r@suporte.example>:',
      '',
      '> texto da loja',
    ],
    keeps: ['Obrigado'],
    folds: ['texto da loja'],
  },
  {
    // Thunderbird's Portuguese text for the setting mailnews.reply_header_ondateauthorwrote.
    name: 'Thunderbird in Portuguese, its signature below the quote',

    text: [
      'Obrigado',
      '',
      'Em 26/11/2026 10:00, Chaveiro escreveu:',
      '> texto da loja',
      '>',
      '',
      '-- ',
      'Maria Teste',
      '(11) 99999-0000',
    ],

    keeps: ['Obrigado'],
    folds: ['texto da loja', '(11) 99999-0000'],
  },
  {
    // Thunderbird's European Portuguese text for mailnews.reply_header_ondateauthorwrote.
    name: 'Thunderbird in Portuguese of Portugal',
    text: ['Obrigado', '', 'Às 10:00 de 26/11/2026, Chaveiro escreveu:', '> texto da loja'],
    keeps: ['Obrigado'],
    folds: ['texto da loja'],
  },
  {
    name: 'Thunderbird in Spanish',
    text: ['Gracias', '', 'El 26/11/2026 a las 10:00, Chaveiro escribió:', '> texto de la tienda'],
    keeps: ['Gracias'],
    folds: ['texto de la tienda'],
  },
  {
    // Outlook for Windows in plain text.
    name: 'Outlook for the desk, marked as the original message',

    text: [
      'Obrigado',
      '',
      '-----Mensagem original-----',
      'De: Chaveiro [mailto:r@suporte.example]',
      'Enviada em: quinta-feira, 26 de novembro de 2026 10:00',
      'Para: Maria',
      'Assunto: Re: chave',
      '',
      'texto da loja',
    ],

    keeps: ['Obrigado'],
    folds: ['texto da loja'],
  },
  {
    name: 'Outlook in English, several receivers over several lines',

    text: [
      'Thanks',
      '',
      'From: Chaveiro <r@suporte.example>',
      'Sent: Thursday, November 26, 2026 10:00 AM',
      'To: Maria <maria@example.com>; Bia <bia@example.com>;',
      ' Caio <caio@example.com>',
      'Cc: Ana',
      'Subject: RE: key',
      '',
      'text of the shop',
    ],

    keeps: ['Thanks'],
    folds: ['text of the shop'],
  },
  {
    // Outlook for the web and for phones: a line of 32 underscores.
    name: 'Outlook for the phone',

    text: [
      `Obrigado`,
      ``,
      `Obter o Outlook para Android<https://aka.ms/x>`,
      `________________________________`,
      `De: ${shop}`,
      `Enviado: quinta-feira, 26 de novembro de 2026 10:00:00`,
      `Para: Maria`,
      `Assunto: Re: chave`,
      ``,
      `texto da loja`,
    ],

    keeps: ['Obrigado'],
    folds: ['Obter o Outlook para Android', 'texto da loja'],
  },
  {
    name: 'Outlook for the Mac',
    text: [
      `Obrigado`,
      ``,
      `De: ${shop}`,
      `Data: quinta-feira, 26 de novembro de 2026 às 10:00`,
      `Para: Maria <maria@example.com>`,
      `Assunto: Re: chave`,
      ``,
      `texto da loja`,
    ],
    keeps: ['Obrigado'],
    folds: ['texto da loja'],
  },
  {
    name: 'Outlook in Spanish, bold as asterisks',
    text: [
      `Gracias`,
      ``,
      `*De:* ${shop}`,
      `*Enviado el:* jueves, 26 de noviembre de 2026 10:00`,
      `*Para:* Maria`,
      `*Asunto:* RE: clave`,
      ``,
      `texto de la tienda`,
    ],
    keeps: ['Gracias'],
    folds: ['texto de la tienda'],
  },
  {
    // Yahoo indents the quote in plain text instead of marking it with >.
    name: 'Yahoo',
    text: [
      `Obrigado`,
      ``,
      `    Em quinta-feira, 26 de novembro de 2026 às 10:00:00 BRT, ${shop} escreveu:  `,
      ` `,
      `   texto da loja`,
    ],
    keeps: ['Obrigado'],
    folds: ['texto da loja'],
  },
  {
    name: 'Samsung Mail',

    text: [
      `Obrigado`,
      ``,
      `Enviado do meu Galaxy`,
      ``,
      `-------- Mensagem original --------`,
      `De : ${shop} `,
      `Data: 26/11/2026 10:00 (GMT-03:00) `,
      `Para: Maria `,
      `Assunto: Re: chave `,
      ``,
      `texto da loja`,
    ],

    keeps: ['Obrigado'],
    folds: ['Enviado do meu Galaxy', 'texto da loja'],
  },
  {
    // Proton Mail until 2023.
    name: 'Proton, older',
    text: [
      'Thanks',
      '',
      '‐‐‐‐‐‐‐ Original Message ‐‐‐‐‐‐‐',
      'On Thursday, November 26th, 2026 at 10:00 AM, Chaveiro <r@suporte.example> wrote:',
      '',
      '> text of the shop',
    ],
    keeps: ['Thanks'],
    folds: ['text of the shop'],
  },
]
