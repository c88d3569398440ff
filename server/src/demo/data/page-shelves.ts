import type { Language } from '@chaveiro/contracts/limits'

type Shelf = { requirements: string; guide: string }

const steps = (...lines: readonly string[]) =>
  lines.map((line, at) => `${at + 1}. ${line}`).join('\n')

const list = (...lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n')

const program: Record<Language, string> = {
  'pt-BR': steps(
    'Baixe o programa na página do fabricante e instale.',
    'Abra **Ajuda › Licença** e escolha *Já tenho uma chave*.',
    'Cole a chave e confirme. A ativação leva alguns segundos.',
  ),
  'en-US': steps(
    'Download the program from its maker’s page and install it.',
    'Open **Help › Licence** and choose *I have a key*.',
    'Paste the key and confirm. It is activated within seconds.',
  ),
}

const app: Record<Language, string> = {
  'pt-BR': steps(
    'Instale o aplicativo no computador ou no celular.',
    'Crie a sua conta nele ou entre na que já tem.',
    'Em **Plano**, toque em *Usar um código* e cole a chave.',
  ),
  'en-US': steps(
    'Install the app on your computer or phone.',
    'Make an account in it, or log in to the one you have.',
    'Under **Plan**, tap *Use a code* and paste the key.',
  ),
}

const shelf = (
  requirements: Record<Language, string>,
  guide: Record<Language, string>,
): Record<Language, Shelf> => ({
  'pt-BR': { requirements: requirements['pt-BR'], guide: guide['pt-BR'] },
  'en-US': { requirements: requirements['en-US'], guide: guide['en-US'] },
})

/** What a product needs and how it is activated, by the slug of its category. */
export const demoShelves: Readonly<Record<string, Record<Language, Shelf>>> = {
  antivirus: shelf(
    {
      'pt-BR': list('Plenária OS 11 ou mais novo', '2 GB de memória', '1 GB livre no disco'),
      'en-US': list('Plenária OS 11 or newer', '2 GB of memory', '1 GB of free disk space'),
    },
    app,
  ),

  sistemas: shelf(
    {
      'pt-BR': list('Processador de 64 bits', '4 GB de memória', '20 GB livres no disco'),
      'en-US': list('A 64-bit processor', '4 GB of memory', '20 GB of free disk space'),
    },
    program,
  ),

  jogos: shelf(
    {
      'pt-BR': list(
        'Placa de vídeo com 4 GB',
        '8 GB de memória',
        '40 GB livres, de preferência em SSD',
      ),
      'en-US': list(
        'A graphics card with 4 GB',
        '8 GB of memory',
        '40 GB of free space, better on an SSD',
      ),
    },
    {
      'pt-BR': steps(
        'Abra a loja do jogo e entre na sua conta.',
        'No menu do seu nome, escolha *Ativar um código*.',
        'Cole a chave. O jogo aparece na sua biblioteca na hora.',
      ),
      'en-US': steps(
        'Open the game’s launcher and log in.',
        'In the menu under your name choose *Redeem a code*.',
        'Paste the key. The game is in your library at once.',
      ),
    },
  ),

  ferramentas: shelf(
    {
      'pt-BR': list('Plenária OS 11 ou mais novo', '4 GB de memória', 'Teclado e mouse'),
      'en-US': list('Plenária OS 11 or newer', '4 GB of memory', 'Keyboard and mouse'),
    },
    program,
  ),

  design: shelf(
    {
      'pt-BR': list('16 GB de memória', 'Placa de vídeo com 6 GB', '10 GB livres no disco'),
      'en-US': list('16 GB of memory', 'A graphics card with 6 GB', '10 GB of free disk space'),
    },
    program,
  ),

  desenvolvimento: shelf(
    {
      'pt-BR': list('8 GB de memória', 'Quatro núcleos', 'Funciona nos três sistemas'),
      'en-US': list('8 GB of memory', 'Four cores', 'Runs on all three systems'),
    },
    program,
  ),

  vpn: shelf(
    {
      'pt-BR': list('Computador, celular, tablet ou televisão', 'Conexão com a internet'),
      'en-US': list('Computer, phone, tablet or television', 'A connection to the internet'),
    },
    app,
  ),
}
