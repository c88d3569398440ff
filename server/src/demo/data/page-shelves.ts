import type { Language } from '@chaveiro/contracts/limits'

type Shelf = { requirements: string; guide: string }

const numberedSteps = (...lines: readonly string[]) =>
  lines.map((line, at) => `${at + 1}. ${line}`).join('\n')

const bulletList = (...lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n')

const programGuide: Record<Language, string> = {
  'pt-BR': numberedSteps(
    'Baixe o programa na página do fabricante e instale.',
    'Abra **Ajuda › Licença** e escolha *Já tenho uma chave*.',
    'Cole a chave e confirme. A ativação leva alguns segundos.',
  ),
  'en-US': numberedSteps(
    'Download the program from its maker’s page and install it.',
    'Open **Help › Licence** and choose *I have a key*.',
    'Paste the key and confirm. It is activated within seconds.',
  ),
}

const app: Record<Language, string> = {
  'pt-BR': numberedSteps(
    'Instale o aplicativo no computador ou no celular.',
    'Crie a sua conta nele ou entre na que já tem.',
    'Em **Plano**, toque em *Usar um código* e cole a chave.',
  ),
  'en-US': numberedSteps(
    'Install the app on your computer or phone.',
    'Make an account in it, or log in to the one you have.',
    'Under **Plan**, tap *Use a code* and paste the key.',
  ),
}

const shelfTexts = (
  requirements: Record<Language, string>,
  guide: Record<Language, string>,
): Record<Language, Shelf> => ({
  'pt-BR': { requirements: requirements['pt-BR'], guide: guide['pt-BR'] },
  'en-US': { requirements: requirements['en-US'], guide: guide['en-US'] },
})

/** Requirements and activation guide of a product, by the slug of its category. */
export const demoShelves: Readonly<Record<string, Record<Language, Shelf>>> = {
  antivirus: shelfTexts(
    {
      'pt-BR': bulletList('Plenária OS 11 ou mais novo', '2 GB de memória', '1 GB livre no disco'),
      'en-US': bulletList('Plenária OS 11 or newer', '2 GB of memory', '1 GB of free disk space'),
    },
    app,
  ),

  sistemas: shelfTexts(
    {
      'pt-BR': bulletList('Processador de 64 bits', '4 GB de memória', '20 GB livres no disco'),
      'en-US': bulletList('A 64-bit processor', '4 GB of memory', '20 GB of free disk space'),
    },
    programGuide,
  ),

  jogos: shelfTexts(
    {
      'pt-BR': bulletList(
        'Placa de vídeo com 4 GB',
        '8 GB de memória',
        '40 GB livres, de preferência em SSD',
      ),
      'en-US': bulletList(
        'A graphics card with 4 GB',
        '8 GB of memory',
        '40 GB of free space, better on an SSD',
      ),
    },
    {
      'pt-BR': numberedSteps(
        'Abra a loja do jogo e entre na sua conta.',
        'No menu do seu nome, escolha *Ativar um código*.',
        'Cole a chave. O jogo aparece na sua biblioteca na hora.',
      ),
      'en-US': numberedSteps(
        'Open the game’s launcher and log in.',
        'In the menu under your name choose *Redeem a code*.',
        'Paste the key. The game is in your library at once.',
      ),
    },
  ),

  ferramentas: shelfTexts(
    {
      'pt-BR': bulletList('Plenária OS 11 ou mais novo', '4 GB de memória', 'Teclado e mouse'),
      'en-US': bulletList('Plenária OS 11 or newer', '4 GB of memory', 'Keyboard and mouse'),
    },
    programGuide,
  ),

  design: shelfTexts(
    {
      'pt-BR': bulletList('16 GB de memória', 'Placa de vídeo com 6 GB', '10 GB livres no disco'),
      'en-US': bulletList(
        '16 GB of memory',
        'A graphics card with 6 GB',
        '10 GB of free disk space',
      ),
    },
    programGuide,
  ),

  desenvolvimento: shelfTexts(
    {
      'pt-BR': bulletList('8 GB de memória', 'Quatro núcleos', 'Funciona nos três sistemas'),
      'en-US': bulletList('8 GB of memory', 'Four cores', 'Runs on all three systems'),
    },
    programGuide,
  ),

  vpn: shelfTexts(
    {
      'pt-BR': bulletList('Computador, celular, tablet ou televisão', 'Conexão com a internet'),
      'en-US': bulletList('Computer, phone, tablet or television', 'A connection to the internet'),
    },
    app,
  ),
}
