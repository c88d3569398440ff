import type { ProgramMail } from './mails-of-programs.ts'

// Mails that contain only HTML, by mail program.

export const mailsMarkedUp: readonly ProgramMail[] = [
  {
    name: 'HTML only with entities',
    html: ['<div>Ol&aacute;, n&atilde;o funcionou &#233; urgente&hellip;</div>'],
    keeps: ['Olá, não funcionou é urgente…'],
  },
  {
    name: 'HTML with a quote within a quote',
    html: [
      '<div>Funcionou',
      '</div>',
      '<blockquote>Loja disse',
      '<blockquote>antes</blockquote>resto da loja</blockquote>',
    ],
    keeps: ['Funcionou'],
    folds: ['Loja disse', 'antes', 'resto da loja'],
  },
  {
    name: 'blank text beside HTML',
    parts: [
      { type: 'text/plain', text: ' ' },
      { type: 'text/html', text: '<p>Oi</p>' },
    ],
    multipart: 'alternative',
    keeps: ['Oi'],
  },
  {
    name: 'Gmail, HTML alone',
    html: [
      '<div dir="ltr">Funcionou, obrigada!</div><br>',
      '<div class="gmail_quote gmail_quote_container">',
      '<div dir="ltr" class="gmail_attr">Em qui., 26 de nov. de 2026 às 10:00, Chaveiro &lt;<a ',
      'href="mailto:r@suporte.example">r@suporte.example</a>&gt; escreveu:<br>',
      '</div>',
      '<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex">',
      '<div>texto da loja</div></blockquote></div>',
    ],
    keeps: ['Funcionou, obrigada!'],
    folds: ['escreveu:', 'texto da loja'],
  },
  {
    name: 'Outlook for the desk, HTML alone',

    html: [
      '<html><head><style>p.MsoNormal{margin:0cm}</style></head>',
      '<body lang=PT-BR>',
      '<div class=WordSection1>',
      '<p class=MsoNormal>Funcionou.<o:p></o:p></p>',
      '<p class=MsoNormal><o:p>&nbsp;</o:p></p>',
      "<div style='border:none;border-top:solid #E1E1E1 1.0pt'>",
      '<p class=MsoNormal><b>De:</b> Chaveiro &lt;r@suporte.example&gt; <br><b>Enviada em:</b> ',
      'quinta-feira, 26 de novembro de 2026 10:00<br>',
      '<b>Para:</b> Maria<br><b>Assunto:</b> Re: chave<o:p></o:p></p></div>',
      '<p class=MsoNormal>texto da loja<o:p></o:p></p></div>',
      '</body></html>',
    ],

    keeps: ['Funcionou.'],
    folds: ['Assunto: Re: chave', 'texto da loja'],
  },
  {
    name: 'Outlook for the web, HTML alone',

    html: [
      '<div class="elementToProof">Funcionou.',
      '</div>',
      '<div id="appendonsend"></div>',
      '<hr style="display:inline-block;width:98%">',
      '<div id="divRplyFwdMsg" dir="ltr"><font face="Calibri"><b>De:</b> Chaveiro<br><b>Enviado:</b> ',
      'quinta-feira, 26 de novembro de 2026 10:00<br>',
      '<b>Para:</b> Maria<br><b>Assunto:</b> Re: chave</font>',
      '<div>&nbsp;</div>',
      '</div>',
      '<div>texto da loja</div>',
    ],

    keeps: ['Funcionou.'],
    folds: ['texto da loja'],
  },
  {
    name: 'Apple Mail, HTML alone',

    html: [
      '<html>',
      '<body dir="auto">Funcionou<br id="lineBreakAtBeginningOfSignature">',
      '<div dir="ltr">Enviado do meu iPhone',
      '</div>',
      '<div dir="ltr"><br>',
      '<blockquote type="cite">Em 26 de nov. de 2026, à(s) 10:00, Chaveiro &lt;r@suporte.example&gt; ',
      'escreveu:<br><br></blockquote>',
      '</div>',
      '<blockquote type="cite">',
      '<div dir="ltr">texto da loja</div></blockquote>',
      '</body></html>',
    ],

    keeps: ['Funcionou'],
    folds: ['Enviado do meu iPhone', 'texto da loja'],
  },
  {
    name: 'Yahoo, HTML alone',

    html: [
      '<div class="yahoo-style-wrap">',
      '<div>Funcionou</div>',
      '</div>',
      '<div id="y1" class="yahoo_quoted">',
      '<div>',
      '<div>Em quinta-feira, 26 de novembro de 2026 às 10:00:00 BRT, Chaveiro &lt;r@suporte.example&gt; escreveu: ',
      '</div>',
      '<div><br>',
      '</div>',
      '<div>texto da loja</div></div></div>',
    ],

    keeps: ['Funcionou'],
    folds: ['texto da loja'],
  },
  {
    name: 'Proton, HTML alone',
    html: [
      '<div>Works',
      '</div>',
      '<div class="protonmail_quote">On Thursday, November 26th, 2026 at 10:00 AM, Chaveiro ',
      '&lt;r@suporte.example&gt; wrote:<br>',
      '<blockquote class="protonmail_quote" type="cite">text of the shop</blockquote></div>',
    ],
    keeps: ['Works'],
    folds: ['text of the shop'],
  },
  {
    name: 'what Gmail indents is no quote',
    html: [
      '<div>Aparece:',
      '</div>',
      '<blockquote style="margin:0 0 0 40px;border:none;padding:0px">',
      '<div>erro 0x80070005</div></blockquote>',
    ],
    keeps: ['Aparece:', 'erro 0x80070005'],
  },
]
