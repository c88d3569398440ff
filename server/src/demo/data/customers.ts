/** Invented customers of the demo shop; their addresses stand under a name that is reserved for tests. */
export const demoCustomers: readonly string[] = [
  'Ana Beatriz Moura', 'Bruno Tavares Lima', 'Camila Rocha Prado', 'Diego Antunes Vale', 'Eduarda Nogueira', 'Felipe Sampaio Reis', 'Gabriela Duarte Melo', 'Henrique Bastos', 'Isabela Furtado', 'João Pedro Queiroz',
  'Karina Leal Batista', 'Lucas Vilela Ramos', 'Mariana Cordeiro', 'Nathan Figueira', 'Olívia Peixoto Luz', 'Paulo Ricardo Brandão', 'Quésia Monteiro', 'Rafael Amaral Dias', 'Sabrina Teles Araújo', 'Thiago Lacerda Pinho',
  'Úrsula Campos Neri', 'Vinícius Paiva Coelho', 'Wesley Barreto', 'Yasmin Aguiar Porto', 'Zeca Meireles', 'Alice Valença Torres', 'Bernardo Pacheco', 'Cecília Garcez', 'Davi Muniz Falcão', 'Elisa Braga Serrano',
  'Fábio Caldeira', 'Giovana Maciel Rios', 'Heitor Salgado', 'Ingrid Viana Castro', 'Jonas Abreu Leitão', 'Larissa Fontes Maia', 'Miguel Seixas', 'Nicole Arruda Prates', 'Otávio Magalhães Cruz', 'Priscila Veloso', 'Renan Toledo Barros', 'Sofia Guimarães Alves',
]
