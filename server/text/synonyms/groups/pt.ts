/** See `groups.ts` for the form. */
export const pt = `
admission: entrada, preço de entrada, ingresso, bilhete de entrada, admissão
price: preço, preços, custo, custa, tarifa, tarifas, quanto custa, valor, preçário, quanto é, quanto fica
caro, barato, mais barato, poupar, economizar, em conta > preço, desconto
ticket: bilhete, bilhetes, ingresso, ingressos, entrada
bilheteira, bilheteria, guichê
passe anual, bilhete anual, assinatura anual
hours: horário, horários, abrem, quando abrem, horário de funcionamento, aberto, abertura, abre, horas de abertura
fecha, fecham, a que horas > horário, abertura, encerramento
closed: fechado, fechada, encerrado, encerramento, encerra
última entrada, última admissão
holiday: feriado, feriados, dia feriado
natal, véspera de natal > 24 de dezembro, 25 de dezembro, feriados
ano novo, réveillon, passagem de ano > 1 de janeiro, 31 de dezembro, feriados
fim de semana > sábado, domingo
discount: desconto, descontos, reduzido, redução, preço reduzido, meia-entrada, abatimento, promocional, metade do preço, mais barato
promoção, oferta, saldos, liquidação
free: grátis, gratuito, gratuita, gratuitamente, sem pagar, entrada livre, de graça, não se paga, gratuidade
child: criança, crianças, miúdo, menino, menina, filho, filha, infantil, netos, neto
baby: bebé, bebê, bebés, bebês, recém-nascido
fraldário, fralda, fraldas, trocador
adolescente, adolescentes, jovens
family: família, famílias, bilhete família
senior: idoso, idosos, reformado, reformados, aposentado, aposentados, maiores de 65, terceira idade, sénior, avó, melhor idade, pessoa idosa
student: estudante, estudantes, universitário, cartão de estudante, estudantil, meia-entrada estudante
grupo, grupos, excursão
pram: carrinho de bebé, carrinho de bebê, carrinho, carrinhos
disabled: deficiência, deficiente, deficientes, cadeira de rodas, acessível, acessibilidade, mobilidade reduzida, cadeirante, pessoas com deficiência, pcd, deficientes motores, mobilidade condicionada
elevador, ascensor, rampa
cão-guia, cão de assistência
surdo, língua gestual, libras
cego, baixa visão, braille
toilet: casa de banho, banheiro, wc, sanitários, lavabo, toalete
food: restaurante, café, cafetaria, cantina, lanchonete
comer, comida, refeição, refeições, almoço, jantar, almoçar, fome > restaurante, café, refeição, ementa
beber, bebida, bebidas, bolo > café, bebidas
breakfast: pequeno-almoço, café da manhã, pequeno almoço, brunch
ementa, cardápio, menu, pratos
vegetariano, vegano, sem carne
alergia, alergias, alérgenos, sem glúten, celíaco, intolerância, alérgico, lactose, intolerante
piquenique, merenda, trazer comida
parking: estacionamento, estacionar, parque de estacionamento, vaga, lugar de estacionamento, estacionar o carro, garagem, deixar o carro
charging: posto de carregamento, carro elétrico, carregar o carro, carregador elétrico
car: carro, automóvel, viatura, veículo
station: estação, estação de comboios, estação de trem, estação ferroviária
comboio, trem, comboios, trens
bus: autocarro, ônibus, elétrico, metro, metrô, transportes públicos, transporte público, camioneta, paragem, ponto de ônibus
bicicleta elétrica, bicicletário > bicicleta
bicycle: bicicleta, bicicletas, bike
directions: como chegar, chegar, percurso, caminho, acesso
address: morada, endereço, localização, onde ficam, onde fica
dog: cão, cães, cachorro, cachorros, animal, animais, animal de estimação
wifi: wifi, wi-fi, internet, acesso à internet, net
phone: telefone, número de telefone, ligar, telefonar, contacto telefónico, ligo, telefonema, contacto por telefone
telemóvel, celular, smartphone
email: e-mail, email, correio eletrónico, correio eletrônico
contact: contacto, contato, contactar, fale connosco, fale conosco, contactos, contatos, entrar em contacto, entrar em contato, escrever-vos
falar com alguém, apoio ao cliente, atendimento > contacto, contato, atendimento
newsletter: newsletter, boletim, boletim informativo
cancelar subscrição, descadastrar, remover inscrição, deixar de receber
voucher: vale-presente, cartão-presente, cheque-oferta, vale oferta, cartão presente
presente, presentes, prenda, lembrança, recordação
delivery: entrega, envio, encomenda, portes, frete, prazo de entrega, enviar, expedição, entregam, enviam, estafeta, motoboy, correios, mandar
chega, quando chega, quando recebo, demora a chegar > prazo de entrega, entrega
estrangeiro, internacional > estrangeiro, entrega
rastrear, rastreamento, seguimento, onde está a minha encomenda
order: pedido, encomendar, compra, comprar, encomenda, encomendei
esgotado, em stock, em estoque, disponível, disponibilidade
levantar na loja, retirar na loja, retirada na loja, levantamento na loja, recolha na loja
return: devolução, devolver, devoluções, troca, trocar, devolvo, trocar o tamanho, mandar de volta
refund: reembolso, reembolsar, devolução do dinheiro, estorno, reembolsado, devolvem o dinheiro, dinheiro de volta, receber o dinheiro
arrependimento, direito de arrependimento, livre resolução
complaint: reclamação, reclamar, queixa, livro de reclamações, queixar-me
avariado, defeituoso, danificado, partido, quebrado, não funciona, avaria, estragado, quebrou
warranty: garantia, garantido
repair: reparação, reparar, conserto, consertar, manutenção, reparo, reparam, consertam, arranjar, arranjo, assistência técnica
peça sobressalente, peças de reposição
size: tamanho, tamanhos, guia de tamanhos, medidas, dimensões
pay: pagamento, pagar, formas de pagamento, meios de pagamento, métodos de pagamento, pago, liquidar
card: cartão de crédito, cartão, cartão de débito, multibanco, contactless, maquininha, débito
dinheiro, numerário, em dinheiro, em espécie, cédulas, notas e moedas
transferência, débito direto, iban, pix
invoice: fatura, recibo, nota fiscal, comprovativo, comprovante
cancel: cancelar, cancelamento, anular, rescindir, desistir, cancelo, cancelado, desmarcar, anulo, rescisão
membership: sócio, sócios, associado, associados, tornar-se sócio, adesão, membro, filiação, filiar-se, associar-se, fazer-me sócio
quota, quotas, mensalidade, anuidade
subscrição, assinatura, assinar, contrato, assinante, subscritor
inscrição, inscrever, registar, cadastro, matrícula, inscrito, inscrevo, registar-se, registrar, cadastrar
account: conta, iniciar sessão, entrar na conta, login, a minha conta, minha conta, área de cliente, área do cliente, utilizador, nome de usuário
palavra-passe, senha, esqueci a senha, recuperar a senha, código de acesso, credenciais, esqueci a palavra-passe
booking: reserva, reservar, reservas, marcação, reservado, marcar
adiar, alterar a reserva, mudar a data, remarcar, mudar a reserva, alteração de data, reagendar, transferir a data
appointment: consulta marcada, marcar consulta, agendamento, agendar, horário marcado, marcação de consulta, vaga para consulta, agendo
lista de espera, fila, espera, tempo de espera
doctor: médico, médica, consultório, clínica, doutor, médico de família, clínico geral, posto médico, centro de saúde, posto de saúde
horário de consultas, consultas
receita, receitas, medicamento, medicamentos, remédio, comprimidos, medicação
urgência, urgências, emergência, plantão
vacina, vacinação, vacinar, vacinado
seguro de saúde, plano de saúde, cartão de utente, convênio
atestado médico, baixa médica
dentista, odontologia, clínica dentária, consultório dentário, dor de dentes, dentes
farmácia, farmacêutico, drogaria
job: emprego, trabalho, vaga de emprego, vagas, trabalhe connosco, trabalhe conosco, recrutamento, carreira, contratam, trabalhar convosco, trabalhar com vocês, ofertas de emprego, vaga de trabalho
currículo, candidatura, candidatar > emprego, vagas, recrutamento
estágio, estagiário, jovem aprendiz, menor aprendiz
volunteer: voluntário, voluntários, voluntariado
wedding: casamento, casamentos, casar, matrimónio, cerimónia civil
birthday: aniversário, festa de aniversário, fazer anos, festa de anos
hire: aluguer de salas, aluguel, alugar, alugar uma sala, evento privado, aluga, alugam, arrendar, salão de festas, locação, espaço para festas
event: evento, eventos, programação, agenda, atividades
exposição, exposições, mostra, em exibição
curso, cursos, oficina, workshop, aula, aulas
tour: visita guiada, visitas guiadas, guia, visita
audioguia, auscultadores, fones
lost: perdidos e achados, perdido, perdi, esqueci, esquecido, objetos perdidos
cachecol, guarda-chuva, casaco, luvas, óculos, chaves, carteira > perdidos e achados
cloakroom: bengaleiro, guarda-volumes, cacifo, cacifos, armário
luggage: bagagem, mala, malas, mochila, bolsa
photo: foto, fotos, fotografia, fotografar, câmara, tirar fotos
jornalista, imprensa, assessoria de imprensa
doação, doar, donativo, apoiar
school: escola, escolas, escolar, visita de estudo, excursão escolar
professor, professores, docente, educadora, mestre-escola
férias, férias escolares
creche, jardim de infância, infantário, jardim-escola, pré-escola, educação infantil, berçário, atl
borrow: empréstimo, emprestar, pedir emprestado, requisitar, requisição, levar livros, emprestam
renew: renovar, renovação, prolongar, renovo, prolongamento, prorrogar
fine: multa, multas, atraso, em atraso, atrasado, coima, penalização
cartão de leitor, cartão da biblioteca
livro digital, ebook, livros digitais
imprimir, impressora, fotocópia, fotocópias, impressão, fotocopiar, xerox, digitalizar, scanner, cópias
hotel: hotel, alojamento, hospedagem, pernoitar, dormir, pousada, hotéis, hospedar, alojamento local, pensão, dormida
room: quarto, quartos, quarto duplo, quarto individual
check-in, hora de chegada
check-out, hora de saída
berço, cama extra
pool: piscina, nadar, natação
ar condicionado, climatização, aquecimento
fumar, fumadores, fumantes, cigarro, fumo, vape, tabaco, cigarro eletrónico
clube, associação
treino, treinos, treinar
aula experimental, experimentar, teste grátis
missa, culto, igreja
batizado, batismo, batizar
funeral, enterro, cemitério
padre, pastor, paróquia
câmara municipal, prefeitura, município, paços do concelho, autarquia, junta de freguesia
cartão de cidadão, bilhete de identidade, passaporte, rg, carteira de identidade, cpf, documento de identificação
waste: lixo, resíduos, recolha de lixo, coleta de lixo, ecoponto, reciclagem, reciclar, ecocentro, lixeira, caixote do lixo, coleta seletiva
presidente da câmara, prefeito
parque infantil, playground
proteção de dados, privacidade, dados pessoais
condições, termos e condições, regras
idade mínima, limite de idade, quantos anos, a partir de que idade, com que idade
duração, dura, quanto tempo, dura quanto, quantas horas dura
programa, software, aplicação, aplicativo
instalar, instalação, configurar
atualizar, atualização, nova versão
descarregar, baixar, download
erro, falha, mensagem de erro
manual, instruções, guia
a prestações, prestações, parcelar, parcelamento, em parcelas, parcelas > prestações, parcelamento, parcelas
sinal de reserva, pagar um sinal, adiantamento, pagamento antecipado
caução, depósito de segurança
orçamento, estimativa de custo
iva, com iva, sem iva
caixa multibanco, caixa eletrônico, levantar dinheiro, sacar dinheiro, caixa automático
suplemento, taxa adicional, custo adicional, sobretaxa
apoio financeiro, subsídio, auxílio financeiro
desempregado, desemprego, sem trabalho
poucos rendimentos, baixos rendimentos, baixa renda, pouco dinheiro > apoio social, tarifa social, escalão, desconto
código promocional, código de desconto, cupom, cupão
cartão de fidelidade, cartão cliente, acumular pontos, programa de pontos
cobrado duas vezes, cobrança indevida, cobraram-me > cobrança, pagamento, reembolso
não posso ir, não consigo ir, tive um imprevisto > cancelamento, cancelar, desmarcar
lotado, esgotaram, há lugares, lugares disponíveis, vagas disponíveis > lotação, lugares disponíveis, vagas, lista de espera
sem marcação, sem reserva, sem reservar, sem agendamento > marcação, reserva, agendamento
ponto de recolha, ponto de entrega, ponto de retirada
não chegou, não recebi, ainda não recebi, encomenda perdida, nunca chegou > entrega, envio, encomenda, rastreamento
embrulho, embrulhar, papel de embrulho, embrulho de presente
ao domicílio, em casa, a domicílio, na minha casa
fica grande, fica pequeno, não me serve, tamanho errado > troca, devolução, trocas
segunda mão, usado, recondicionado, seminovo
ingredientes, composição
loja, comércio, loja física
vendem, vender, venda, à venda
serviço pós-venda, pós-venda, assistência pós-venda
arranjos de costura, bainha, costureira, costura
perdi o cartão, cartão perdido, perdi a carteirinha, segunda via > segunda via, substituição, extravio
pré-aviso, aviso prévio, prazo de aviso
renovação automática, renova-se automaticamente, fidelização
não sócio, não associados
juntar-me, juntar-se, fazer parte > sócio, sócios, inscrição, adesão
contentor, caixote, balde do lixo, lixeiras
ecocentro, centro de reciclagem, centro de receção de resíduos
sofá velho, sofá, colchão, móveis velhos, monos, armário velho > monstros, volumosos, móveis
deitar fora, jogar fora, descartar, livrar-me, desfazer-me > depositar, descartar, colocar
ecoponto amarelo, contentor amarelo, embalagens, latas
garrafas de vidro, frascos de vidro, boiões > vidro, ecoponto verde, vidrão
papelão, caixas de cartão, cartão velho > ecoponto azul, papel, cartão
restos de comida, cascas > biorresíduos, orgânicos, compostagem
relva cortada, poda de árvores, ramos, folhas secas, restos de poda > resíduos verdes, verdes, podas
pilhas, baterias, lâmpadas > pilhas, pilhão, lâmpadas
frigorífico, geladeira, máquina de lavar, televisão velha, eletrodomésticos > eletrodomésticos, equipamentos elétricos, reee
restos de tinta, solventes, produtos químicos, óleo usado > resíduos perigosos, óleo, perigosos
entulho, caliça, telhas, restos de obras
roupa velha, roupa usada, doar roupa > roupa, têxteis
medicamentos fora de prazo, remédios vencidos, medicamentos vencidos > farmácia, medicamentos
camião do lixo, caminhão do lixo, recolhem, passa o lixo, lixeiro > recolha, coleta
pôr o lixo, levar o lixo, colocar o lixo na rua > deposição, horário de deposição
taxa de lixo, tarifa de resíduos, taxa de resíduos
novos doentes, novos pacientes, primeira consulta
pediatra, médico de crianças
ginecologista, ginecologia, obstetra
grávida, gravidez, gestante
dar à luz, maternidade, parteira, sala de partos
fisioterapia, fisioterapeuta, reabilitação
oftalmologista, oftalmologia, oculista, exame à vista
ótica, óculos graduados, lentes de contacto, óculos de grau
dermatologista, dermatologia, médico da pele
ansiedade, depressão, triste > psicologia, psicólogo, saúde mental
enfermeiro, enfermagem, curativo
análises ao sangue, análises clínicas, exame de sangue, colheita de sangue, análises
resultados dos exames, resultado das análises, levantar exames > resultados, exames
raio x, radiografia, ecografia, ultrassom, ressonância > imagiologia, exames, radiologia
cárie, coroa dentária, implante dentário, arrancar um dente > medicina dentária, dentista, odontologia
limpeza dentária, limpeza dos dentes, destartarização
aparelho dentário, aparelho nos dentes, ortodontia
taxa moderadora, isenção, isento, copagamento
veterinário, clínica veterinária, hospital veterinário
cão doente, gato doente, cachorro doente > veterinário, urgência
castrar, castração, esterilizar, esterilização
teleconsulta, consulta online, videoconsulta, consulta por telefone
hospital, internamento, internado, internação
ambulância, bombeiros, enfarte, inem, samu > emergência, 112, urgência
horário de visitas, visitar um doente, visitar um paciente > visitas, horário de visitas
operação, cirurgia, operar-me, intervenção cirúrgica
lar de idosos, lar, residência sénior, casa de repouso, asilo
apoio domiciliário, cuidador, cuidados ao domicílio
aluno, estudante da escola
faltar, falta, ausência, justificar falta, justificação de faltas
horário escolar, horário das aulas, grade de horários
notas, boletim escolar, avaliações, pauta
reunião de pais, direção de turma, diretor de turma
material escolar, manuais, manuais escolares, livros escolares
trabalhos de casa, lição de casa, centro de explicações, apoio ao estudo, reforço escolar
uniforme, farda, fato de treino, que roupa > uniforme, vestuário, roupa
transporte escolar, carrinha escolar, ônibus escolar, van escolar
refeitório, cantina escolar, almoço na escola, merenda escolar
colónia de férias, campo de férias, atividades de férias, acampamento
início das aulas, volta às aulas, regresso às aulas, começam as aulas > início, calendário escolar, ano letivo
universidade, faculdade, politécnico
residência universitária, residência de estudantes, alojamento para estudantes, república de estudantes
exame, prova
principiante, iniciante, sem experiência, iniciação
nível avançado, avançado, aperfeiçoamento, nível intermédio
instrutor, monitor, formador, treinador
curso de português, aprender português, português para estrangeiros
certificado, declaração de frequência, certidão de curso
online, pela internet, à distância, virtual, por videochamada
repor aula, aula perdida, faltei à aula, reposição > reposição, compensação
que documentos, documentos necessários, documentação, papelada, documentos exigidos
formulário, impresso, requerimento
tratar de, atendimento presencial, balcão, serviços online, guichet > balcão, atendimento
autorização de residência, título de residência, visto de residência, imigração
nacionalidade, cidadania, naturalização, nacionalidade portuguesa
óbito, falecimento, morreu, faleceu, certidão de óbito, morte
certidão de nascimento, registar o bebé, registar o nascimento, registro de nascimento, assento de nascimento
impostos, imi, iptu, finanças, tributos
carta de condução, carteira de motorista, habilitação, cnh
obras em casa, construir, fazer obras, marquise, muro > licença de obras, licenciamento, urbanismo, alvará
buraco na rua, candeeiro, poste de luz, calçada, iluminação > ocorrência, iluminação pública, via pública
ruído, barulho, vizinho barulhento, música alta > ruído, regulamento do ruído, polícia municipal
cão perdido, gato perdido, cão abandonado, cachorro perdido > animais abandonados, canil
canil, gatil, abrigo de animais, adotar um cão, adotar um gato, adotar um animal > canil, adoção, gatil
trela, açaime, coleira, focinheira
hotel para cães, hotel canino, deixar o cão, creche para cães
proibido, permitido, proibição, autorizado
fuga de água, contador da água, conta da água > contador, leitura
polícia, polícia municipal, gnr, psp, esquadra, delegacia
assistente social, ação social, serviço social
habitação social, casa de renda apoiada, renda acessível
prazo, data limite, último dia
secretaria, receção, recepção, portaria
jogo, competição, campeonato
roupa desportiva, equipamento, o que vestir > equipamento, vestuário, calçado
ginásio, academia, musculação, fitness
duche, chuveiro, balneário, vestiário
fato de banho, calções de banho, touca, sunga, biquíni
aprender a nadar, aulas de natação, escola de natação
caminhada, percurso pedestre, passeio a pé, trilho
apartamento de férias, casa de férias, alojamento turístico, apartamento turístico
campismo, acampar, tenda, barraca, caravana, camping
chegar tarde ao hotel, chegada tardia, chegar de noite > check-in, chegada, receção
levantar as chaves, entrega das chaves, chave do quarto
limpeza, taxa de limpeza, limpeza final
toalhas, lençóis, roupa de cama
lavandaria, lavanderia, lavar a roupa, lavar roupa
para levar, take-away, takeaway, para viagem
cadeira de bebé, cadeira alta, cadeirinha, cadeirão
menu infantil, menu de criança, prato infantil
esplanada, comer lá fora, ao ar livre, mesas na rua
prato do dia, menu do dia, almoço executivo
cerveja, vinho, álcool, cocktail, caipirinha > bebidas, bar, vinhos, cervejas
livro perdido, perdi um livro, livro estragado, livro danificado > extravio, danos, substituição
quantos livros, quantos posso levar > empréstimo, documentos, livros
entregar livros, devolver um livro, devolver livros, caixa de devolução > devolução, devolver
jogos de tabuleiro, ludoteca
jornal, jornais, revista
hora do conto, contação de histórias, leitura para crianças
computador, pc, portátil
sala de leitura, sala de estudo, estudar
primeira comunhão, comunhão, catequese, crisma
encomendar uma missa, intenção de missa, mandar rezar uma missa
oficina, mecânico, oficina de automóveis
revisão, mudança de óleo, troca de óleo, manutenção do carro
inspeção, inspeção do carro, inspeção periódica, vistoria
pneu, furo, jante, roda furada
chapa, bate-chapas, amolgadela, funilaria, risco na pintura
carro de substituição, viatura de substituição, carro reserva
não pega, reboque, guincho, bateria descarregada, pane > assistência em viagem, reboque, guincho
gasolina, combustível, posto de gasolina, gasóleo, bomba de gasolina
cabeleireiro, corte de cabelo, cortar o cabelo, barbeiro, salão de beleza
coloração, madeixas, pintar o cabelo
esteticista, estética, depilação, limpeza de pele
torneira, cano roto, entupido, entupimento, desentupir > canalizador, encanador, canalização
eletricista, instalação elétrica, disjuntor
esquentador, caldeira, sem água quente, aquecedor avariado > caldeira, esquentador, aquecimento
telhado, caleira, infiltração, goteira
serralheiro, chaveiro, fechadura, fiquei fechado fora
pintor, pintar a casa, pintura de paredes
remodelação, remodelar, reforma da casa, obras de remodelação, renovar a casa
cortar a relva, sebe, podar, jardineiro > jardinagem, jardineiro, manutenção de jardins
zona de atuação, deslocam-se, área de atendimento, fazem deslocações > deslocação, cobertura
eliminar a conta, apagar a conta, encerrar a conta, excluir a conta, apagar os meus dados > eliminar, conta, exclusão
conta bloqueada, não consigo entrar, não consigo aceder, não consigo acessar > iniciar sessão, palavra-passe, senha, acesso
pirateado, hackeado, burla, phishing, golpe
cópia de segurança, backup, restaurar
compatível, compatibilidade, requisitos do sistema, sistema operativo, sistema operacional
chave de licença, código de ativação, ativação, ativar
período experimental, versão de teste, experimentar grátis
concerto, música ao vivo, show
espetáculo, teatro, peça de teatro
festa, arraial, romaria, quermesse
lugar sentado, sentar, assento, cadeiras, poltrona
começa, começar, início
acaba, termina, fim, terminar
chuva, chove, mau tempo, temporal, trovoada
cancelado evento, suspenso, adiado, não se realiza > cancelado, adiado, suspenso
o que fazer, o que visitar, lazer > atividades, programação, agenda
cinema, filme, sessão de cinema
palestra, conferência, debate, colóquio
paragem de autocarro, que paragem, ponto mais próximo
aeroporto, voo
aluguer de bicicletas, alugar uma bicicleta, bicicletas partilhadas
estacionamento para deficientes, lugar para deficientes, vaga para deficientes
multa de trânsito, multa de estacionamento, fui multado, auto de contraordenação
parquímetro, estacionamento pago, zona azul, estacionamento tarifado
dístico de residente, cartão de residente, estacionamento de residentes
perto, a pé, nas proximidades, arredores
salário, ordenado, vencimento, remuneração, quanto se ganha
part-time, meio período, tempo parcial, tempo inteiro, meio tempo
dar uma ajuda, ajudar como voluntário, quero ajudar > voluntariado, voluntários
muletas, andarilho, bengala, caminhar mal > mobilidade reduzida, cadeira de rodas, acessível, elevador
autismo, autista, hora silenciosa
escada, degraus
acompanhante, assistente pessoal
mamã, papá, mãe, pai > pais, adulto, encarregado de educação
criança sozinha, sozinho, sem os pais, sem adultos > acompanhadas, adulto, sozinhas
menor de idade, menores de 18
autorização dos pais, consentimento dos pais, assinatura dos pais
amamentar, amamentação, dar de mamar
roubado, roubo, furto, roubaram-me, assalto > roubo, furto, queixa
insatisfeito, descontente, mau atendimento, mau serviço > reclamação, sugestões, reclamações
avaliações de clientes, opiniões, comentários
os meus dados, apagar dados, direito ao esquecimento, meus dados > proteção de dados, dados pessoais, apagamento
videovigilância, câmaras de vigilância, câmeras de segurança
diretor, chefe, responsável, gerente, presidente, dono
fundado, desde quando, ano de fundação, criado > fundado, fundação, história, desde
hora de almoço, à hora do almoço, fecha para almoço > almoço, horário
língua, idioma, inglês, falam inglês
tomada, carregar o telemóvel, carregar o celular
água potável, bebedouro, fonte de água
muita gente, menos gente, horas de ponta, horário de pico > afluência, movimento
ferido, acidente, primeiros socorros, desfibrilhador, enfermaria
trazer, levar, o que levar
preciso, precisa, necessário, obrigatório
ano, por ano, anual, anualmente
escolher, escolha, selecionar
residência, residentes
mercado, mercado semanal, feira semanal, feira de artesanato
bolsa de estudo, bolseiro, bolsista
sepultura, jazigo, túmulo
babysitter, babá, tomar conta de crianças, ama para bebés
votar, eleições, recenseamento, mesa de voto
`;
