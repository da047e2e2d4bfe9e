/** See `groups.ts` for the form. */
export const pt = `
admission: entrada, preço de entrada, ingresso, bilhete de entrada, admissão
price: preço, preços, custo, custa, tarifa, tarifas, quanto custa, valor
caro, barato > preço, desconto
ticket: bilhete, bilhetes, ingresso, ingressos, entrada
bilheteira, bilheteria, guichê
passe anual, bilhete anual, assinatura anual
hours: horário, horários, horário de funcionamento, aberto, abertura, abre, horas de abertura
fecha, fecham, a que horas > horário, abertura, encerramento
closed: fechado, fechada, encerrado, encerramento, encerra
última entrada, última admissão
holiday: feriado, feriados, dia feriado
natal, véspera de natal > 24 de dezembro, 25 de dezembro, feriados
ano novo, réveillon, passagem de ano > 1 de janeiro, 31 de dezembro, feriados
fim de semana > sábado, domingo
discount: desconto, descontos, reduzido, redução, preço reduzido, meia-entrada, abatimento
promoção, oferta, saldos, liquidação
free: grátis, gratuito, gratuita, gratuitamente, sem pagar, entrada livre
child: criança, crianças, miúdo, menino, menina, filho, filha, infantil
baby: bebé, bebê, bebés, bebês, recém-nascido
fraldário, fralda, fraldas, trocador
adolescente, adolescentes, jovens
family: família, famílias, bilhete família
senior: idoso, idosos, reformado, reformados, aposentado, aposentados, maiores de 65, terceira idade, sénior
student: estudante, estudantes, universitário, cartão de estudante
grupo, grupos, excursão
pram: carrinho de bebé, carrinho de bebê, carrinho, carrinhos
disabled: deficiência, deficiente, deficientes, cadeira de rodas, acessível, acessibilidade, mobilidade reduzida, cadeirante
elevador, ascensor, rampa
cão-guia, cão de assistência
surdo, língua gestual, libras
cego, baixa visão, braille
toilet: casa de banho, banheiro, wc, sanitários, lavabo, toalete
food: restaurante, café, cafetaria, cantina, lanchonete, comer, comida, refeição, refeições
almoço, jantar, almoçar, fome > restaurante, refeição, ementa
beber, bebida, bebidas, bolo > café, bebidas
breakfast: pequeno-almoço, café da manhã, pequeno almoço, brunch
ementa, cardápio, menu, pratos
vegetariano, vegano, sem carne
alergia, alergias, alérgenos, sem glúten, celíaco, intolerância
piquenique, merenda, trazer comida
parking: estacionamento, estacionar, parque de estacionamento, vaga, lugar de estacionamento
charging: posto de carregamento, carro elétrico, carregar o carro, carregador elétrico
car: carro, automóvel, viatura, veículo
station: estação, estação de comboios, estação de trem, estação ferroviária
comboio, trem, comboios, trens
bus: autocarro, ônibus, elétrico, metro, metrô, transportes públicos, transporte público
bicicleta elétrica, bicicletário > bicicleta
bicycle: bicicleta, bicicletas, bike
directions: como chegar, chegar, percurso, caminho, acesso
address: morada, endereço, localização, onde ficam, onde fica
dog: cão, cães, cachorro, cachorros, animal, animais, animal de estimação
wifi: wifi, wi-fi, internet, acesso à internet
phone: telefone, número de telefone, ligar, telefonar, contacto telefónico
telemóvel, celular, smartphone
email: e-mail, email, correio eletrónico, correio eletrônico
contact: contacto, contato, contactar, fale connosco, fale conosco, contactos, contatos
falar com alguém, apoio ao cliente, atendimento > contacto, contato, atendimento
newsletter: newsletter, boletim, boletim informativo
cancelar subscrição, descadastrar, remover inscrição
voucher: vale-presente, cartão-presente, cheque-oferta, vale oferta, cartão presente
presente, presentes, prenda, lembrança, recordação
delivery: entrega, envio, encomenda, portes, frete, prazo de entrega, enviar, expedição
chega, quando chega > prazo de entrega, entrega
estrangeiro, internacional > estrangeiro, entrega
rastrear, rastreamento, seguimento, onde está a minha encomenda
order: pedido, encomendar, compra, comprar, encomenda
esgotado, em stock, em estoque, disponível, disponibilidade
levantar na loja, retirar na loja
return: devolução, devolver, devoluções, troca, trocar
refund: reembolso, reembolsar, devolução do dinheiro, estorno
arrependimento, direito de arrependimento, livre resolução
complaint: reclamação, reclamar, queixa
avariado, defeituoso, danificado, partido, quebrado, não funciona
warranty: garantia, garantido
repair: reparação, reparar, conserto, consertar, manutenção
peça sobressalente, peças de reposição
size: tamanho, tamanhos, guia de tamanhos, medidas, dimensões
pay: pagamento, pagar, formas de pagamento, meios de pagamento, métodos de pagamento
card: cartão de crédito, cartão, cartão de débito, multibanco, contactless
dinheiro, numerário, em dinheiro
transferência, débito direto, iban, pix
invoice: fatura, recibo, nota fiscal
cancel: cancelar, cancelamento, anular, rescindir, desistir
membership: sócio, sócios, associado, associados, tornar-se sócio, adesão, membro
quota, quotas, mensalidade, anuidade
subscrição, assinatura, assinar, contrato
inscrição, inscrever, registar, cadastro, matrícula
account: conta, iniciar sessão, entrar na conta, login
palavra-passe, senha, esqueci a senha
booking: reserva, reservar, reservas, marcação
adiar, alterar a reserva, mudar a data, remarcar
appointment: consulta marcada, marcar consulta, agendamento, agendar, horário marcado
lista de espera, fila, espera
doctor: médico, médica, consultório, clínica, doutor
horário de consultas, consultas
receita, receitas, medicamento, medicamentos, remédio
urgência, urgências, emergência, plantão
vacina, vacinação, vacinar
seguro de saúde, plano de saúde, cartão de utente, convênio
atestado médico, baixa médica
dentista, dor de dentes
farmácia, farmacêutico
job: emprego, trabalho, vaga de emprego, vagas, trabalhe connosco, trabalhe conosco, recrutamento, carreira
currículo, candidatura, candidatar > emprego, vagas, recrutamento
estágio, estagiário
volunteer: voluntário, voluntários, voluntariado
wedding: casamento, casamentos, casar, matrimónio, cerimónia civil
birthday: aniversário, festa de aniversário, anos, festa de anos
hire: aluguer de salas, aluguel, alugar, alugar uma sala, evento privado
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
professor, professores, docente
férias, férias escolares
creche, jardim de infância, infantário
borrow: empréstimo, emprestar, pedir emprestado, requisitar, requisição
renew: renovar, renovação, prolongar
fine: multa, multas, atraso, em atraso
cartão de leitor, cartão da biblioteca
livro digital, ebook, livros digitais
imprimir, impressora, fotocópia, fotocópias
hotel: hotel, alojamento, hospedagem, pernoitar, dormir, pousada
room: quarto, quartos, quarto duplo
check-in, hora de chegada
check-out, hora de saída
berço, cama extra
pool: piscina, nadar, natação
ar condicionado, climatização, aquecimento
fumar, fumadores, fumantes, cigarro
clube, associação
treino, treinos, treinar
aula experimental, experimentar, teste grátis
missa, culto, igreja
batizado, batismo, batizar
funeral, enterro, cemitério
padre, pastor, paróquia
câmara municipal, prefeitura, município
cartão de cidadão, bilhete de identidade, passaporte, rg
waste: lixo, resíduos, recolha de lixo, coleta de lixo, ecoponto, reciclagem
presidente da câmara, prefeito
parque infantil, playground
proteção de dados, privacidade, dados pessoais
condições, termos e condições, regras
idade mínima, limite de idade
duração, dura, quanto tempo
programa, software, aplicação, aplicativo
instalar, instalação, configurar
atualizar, atualização, nova versão
descarregar, baixar, download
erro, falha, mensagem de erro
manual, instruções, guia
`;
