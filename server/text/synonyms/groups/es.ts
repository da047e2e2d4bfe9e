/** See `groups.ts` for the form. */
export const es = `
admission: entrada, precio de entrada, admisión, acceso, ingreso
price: precio, precios, tarifa, tarifas, coste, costo, cuánto cuesta, cuesta, vale, cuánto vale, precio total, cuánto sale
caro, barato, económico, más barato, ahorrar > precio, descuento
ticket: entrada, entradas, billete, boleto, boletos, ticket, tique
taquilla, boletería, venta de entradas
abono anual, pase anual, carné anual
hours: horario, horarios, horas de apertura, abierto, apertura, abre, horario de atención
cierra, cerráis, a qué hora > horario, apertura, cierre
closed: cerrado, cerrada, cierre, cerramos, cerráis, cierra
última entrada, último acceso
holiday: festivo, festivos, día festivo, feriado, feriados
navidad, nochebuena > 24 de diciembre, 25 de diciembre, festivos
año nuevo, nochevieja > 1 de enero, 31 de diciembre, festivos
fin de semana > sábado, domingo
discount: descuento, reducida, reducido, rebaja, tarifa reducida, bonificación, mitad de precio
oferta, ofertas, promoción, rebajas
free: gratis, gratuito, gratuita, gratuidad, sin pagar, entrada libre, no cobran
child: niño, niños, niña, niñas, menores, hijo, hija, infantil, nietos, chicos
baby: bebé, bebés, lactante, recién nacido
cambiador, cambiar pañales, pañal, pañales
adolescente, adolescentes, jóvenes, joven
family: familia, familias, familiar
senior: jubilado, jubilados, mayores, mayores de 65, pensionista, pensionistas, tercera edad, personas mayores, adulto mayor, abuelo
student: estudiante, estudiantes, carné de estudiante, universitario
grupo, grupos, en grupo
pram: carrito, cochecito, carrito de bebé, carriola, sillita de paseo
disabled: discapacidad, discapacitado, discapacitados, silla de ruedas, accesible, accesibilidad, movilidad reducida, minusválido, personas con discapacidad, diversidad funcional
ascensor, elevador, rampa
perro guía, perro de asistencia
sordo, lengua de signos, bucle magnético
ciego, baja visión, braille
toilet: aseo, aseos, baño, baños, servicios, lavabo, wc, sanitarios
food: restaurante, cafetería, café, comedor, bar, restauración
comer, comida, almuerzo, cena, cenar, almorzar, hambre > restaurante, cafetería, café, comida, menú
beber, bebida, bebidas, pastel > cafetería, bebidas
breakfast: desayuno, desayunar, brunch
menú, carta, platos
vegetariano, vegano, sin carne
alergia, alergias, alérgenos, sin gluten, celíaco, celíacos, intolerancia, alérgico, lactosa
picnic, merienda, traer comida
parking: aparcamiento, aparcar, parking, estacionamiento, estacionar, plaza de aparcamiento, aparco
charging: punto de recarga, puntos de recarga, coche eléctrico, cargar el coche, cargador eléctrico
car: coche, auto, automóvil, vehículo, carro
station: estación, estación de tren, estación de ferrocarril
tren, trenes, cercanías
bus: autobús, tranvía, metro, bus, transporte público, autobuses, autocar, colectivo, camión urbano
bicycle: bicicleta, bici, bicicletas, aparcabicicletas
directions: cómo llegar, llegar, ruta, indicaciones, acceso
address: dirección, ubicación, dónde estáis, dónde están, domicilio
dog: perro, perros, mascota, mascotas, animales
wifi: wifi, wi-fi, internet, conexión a internet
phone: teléfono, número de teléfono, llamar, teléfonos, llamo, llamada, teléfono de contacto
móvil, celular, smartphone
email: correo electrónico, correo, email, e-mail
contact: contacto, contactar, comunicarse, formulario de contacto, contacto directo, ponerse en contacto, escribirles, escribiros
hablar con alguien, atención al cliente, agente > contacto, atención al cliente
newsletter: boletín, newsletter, boletín informativo
darse de baja, baja, desuscribirse, me doy de baja
voucher: tarjeta regalo, vale regalo, bono regalo, cheque regalo, vale
regalo, regalos, recuerdo, recuerdos
delivery: envío, envíos, entrega, paquete, gastos de envío, plazo de entrega, enviar, reparto, envían, envía, repartidor, mandar, despacho a domicilio
llega, cuándo llega, cuándo recibo, tarda en llegar > plazo de entrega, envío
extranjero, internacional > extranjero, envío
seguimiento, rastrear, número de seguimiento, dónde está mi pedido
order: pedido, compra, comprar, pedidos, pedí, encargar, encargo
agotado, en stock, disponible, disponibilidad
recogida en tienda, recoger, recojo, retirar en tienda, retiro en tienda
return: devolución, devolver, devoluciones, cambio, cambiar, devuelvo, devolvemos, cambiarlo
refund: reembolso, devolución del dinero, reembolsar, reintegro, me devuelven el dinero, devolver el dinero, recuperar mi dinero
desistimiento, derecho de desistimiento
complaint: queja, reclamación, reclamar, quejarme, hoja de reclamaciones
roto, defectuoso, dañado, averiado, no funciona, estropeado
warranty: garantía, garantizado
repair: reparación, reparar, arreglo, arreglar, mantenimiento, reparan, arreglan, reparo, compostura
repuesto, repuestos, recambio, recambios
size: talla, tallas, guía de tallas, medidas, dimensiones, tamaño
pay: pago, pagar, forma de pago, formas de pago, métodos de pago, abonar, medio de pago
card: tarjeta de crédito, tarjeta, pago con tarjeta, tarjeta de débito, datáfono
efectivo, en metálico, metálico, al contado
transferencia, domiciliación, iban
invoice: factura, recibo, comprobante, ticket de compra
cancel: cancelar, cancelación, anular, anulación, rescindir, cancela, cancelado, anulo, darme de baja
membership: socio, socios, hacerse socio, membresía, afiliación, miembro, miembros, asociarse, asociado, afiliado, afiliarse
cuota, cuotas, cuota de socio, mensualidad del socio
suscripción, suscribirse, abono, contrato, suscriptor, me suscribo, abonado
inscripción, inscribirse, registrarse, registro, matrícula, inscribo, apuntarse, apuntarme, matricularse, registrarme
account: cuenta, iniciar sesión, usuario, acceder, mi cuenta, cuenta de usuario, entrar en mi cuenta, área de clientes, loguearse
contraseña, contraseña olvidada, clave, he olvidado la contraseña, restablecer la contraseña
booking: reserva, reservar, reservación, reservas, reservado, reserva previa
aplazar, cambiar la reserva, cambiar la fecha, modificar la reserva, cambio de fecha, posponer, reprogramar, mover la cita
appointment: cita, cita previa, pedir cita, turno, solicitar cita, sacar turno
lista de espera, cola, espera, tiempo de espera
doctor: médico, doctor, doctora, consulta, consultorio, médica, médico de cabecera, médico de familia
horario de consulta, horas de consulta
receta, recetas, medicamento, medicamentos, pastillas, medicinas, medicación
urgencia, urgencias, emergencia, guardia
vacuna, vacunación, vacunarse, vacunado
seguro médico, tarjeta sanitaria, mutua
baja médica, parte de baja, certificado médico
dentista, odontólogo, clínica dental, dolor de muelas, dientes
farmacia, farmacéutico, botica
job: empleo, trabajo, vacante, vacantes, trabajar con nosotros, ofertas de empleo, oferta de trabajo, puesto, contratan, trabajar con ustedes, trabajar con vosotros, bolsa de trabajo, curro, vacantes de empleo
currículum, candidatura, solicitar empleo > empleo, ofertas de empleo
prácticas, becario, pasantía, prácticas profesionales
volunteer: voluntario, voluntarios, voluntariado, voluntaria
wedding: boda, bodas, casarse, casarnos, matrimonio, ceremonia civil
birthday: cumpleaños, fiesta de cumpleaños, celebrar un cumpleaños
hire: alquiler de salas, alquilar, alquiler, alquilar una sala, evento privado, alquilan, alquiláis, arrendar, rentar, salón para fiestas
event: evento, eventos, actividades, agenda, programación
exposición, exposiciones, muestra, en exhibición
curso, cursos, taller, talleres, clase, clases
tour: visita guiada, visitas guiadas, guía, recorrido, tour
audioguía, auriculares
lost: objetos perdidos, perdido, perdí, olvidado, olvidé, extraviado
bufanda, paraguas, chaqueta, guantes, gafas, llaves, cartera > objetos perdidos
cloakroom: guardarropa, consigna, taquillas, casillero, ropero
luggage: equipaje, maleta, maletas, bolso, mochila
photo: foto, fotos, fotografía, fotografiar, cámara, hacer fotos
periodista, prensa, medios de comunicación
donación, donar, donativo, apoyar
school: colegio, escuela, escolares, excursión escolar, centro escolar
profesor, profesores, docente, maestro, maestra, profe
vacaciones, vacaciones escolares
guardería, escuela infantil, comedor escolar, jardín de infancia, jardín infantil, escoleta
borrow: préstamo, prestar, pedir prestado, tomar prestado, sacar libros, presta, prestan, llevarme libros
renew: renovar, renovación, prolongar, prórroga, renuevo, prorrogar
fine: multa, multas, retraso, sanción, recargo, retrasado, penalización
carné de biblioteca, carné de lector, tarjeta de biblioteca
libro electrónico, libros electrónicos, ebook
imprimir, impresora, fotocopia, fotocopiadora, fotocopiar, escanear, escáner
hotel: hotel, alojamiento, hostal, dormir, pernoctar, hospedaje, hospedarse, posada, casa rural
room: habitación, habitaciones, habitación doble, cuarto
check-in, hora de llegada, registro de entrada
check-out, hora de salida, dejar la habitación
cuna, cama supletoria
pool: piscina, nadar, natación, alberca
aire acondicionado, climatización, calefacción
fumar, fumadores, cigarrillo, fumo, vapear, tabaco
club, asociación
entrenamiento, entrenamientos, entrenar
clase de prueba, prueba gratuita, probar
misa, culto, iglesia
bautizo, bautismo, bautizar
funeral, entierro, cementerio
cura, sacerdote, párroco, parroquia, curas
ayuntamiento, municipio, alcaldía, municipalidad, casa consistorial, intendencia
dni, documento de identidad, pasaporte, carnet de identidad, carné de identidad, cédula, cédula de identidad
mudanza, mudarse, cambio de domicilio, empadronamiento, empadronarse, padrón, certificado de empadronamiento, me mudo, nueva dirección
waste: basura, residuos, recogida de basura, punto limpio, reciclaje, reciclar, desechos, desperdicios, recolección de basura
licencia de obras, permiso de construcción
alcalde, alcaldesa
parque infantil, zona infantil
protección de datos, privacidad, datos personales
condiciones, términos y condiciones, normas
edad mínima, límite de edad, a partir de qué edad, cuántos años, con qué edad
duración, dura, cuánto tiempo, horas dura, cuánto dura
programa, software, aplicación, app
instalar, instalación, configurar
actualizar, actualización, nueva versión
descargar, descarga
error, fallo, mensaje de error
manual, instrucciones, guía de uso
a plazos, plazos, pago fraccionado, fraccionar, en cuotas, cuotas sin intereses > pago a plazos, fraccionado, plazos
fianza, depósito, garantía económica
presupuesto, cotización, cotizar
cajero, cajero automático, sacar dinero, retirar dinero
suplemento, coste adicional, cargo adicional
beca, becado
ayuda económica, ayudas, subvención
pocos recursos, pocos ingresos, bajos ingresos, poco dinero > ayudas, bonificación, reducida, tarifa social
código promocional, código de descuento, cupón, código descuento
tarjeta de fidelidad, tarjeta cliente, acumular puntos, programa de puntos
me han cobrado, cobrado dos veces, cargo duplicado > cobro, cargo, pago
no puedo ir, no puedo asistir, me ha surgido un imprevisto > cancelación, cancelar, anular
está completo, aforo completo, plazas libres, quedan plazas, hay sitio, plazas disponibles > plazas disponibles, aforo, completo, lista de espera
sin cita, sin reserva, sin reservar, sin inscripción > cita previa, reserva, sin cita
confirmación, confirmar, correo de confirmación, justificante de reserva
punto de recogida, punto de entrega, sucursal de correos
no ha llegado, no me ha llegado, no he recibido, paquete perdido, nunca llegó > envío, entrega, seguimiento, incidencia
a domicilio, en casa, a mi casa
me queda grande, me queda pequeño, no me sirve, no me gusta, otra talla > cambio, devolución, cambios
segunda mano, usado, reacondicionado, de ocasión
ingredientes, composición, contiene
venden, venta, a la venta
servicio técnico, servicio posventa, posventa, postventa
arreglos de ropa, costura, modista, acortar, coser
carné perdido, perdí mi tarjeta, perdí el carné, tarjeta perdida, duplicado > pérdida, duplicado, reposición
preaviso, plazo de preaviso, aviso previo
renovación automática, se renueva, prórroga automática
no socio, no asociados
junta directiva, comité, directiva, comisión directiva
unirme, unirse, formar parte, hacerme socio > socio, socios, inscripción
contenedor, cubo de basura, tacho, bote de basura, papelera
punto limpio, ecoparque, deixalleria
sofá, colchón, trastos, armario viejo > voluminosos, muebles, enseres
voluminosos, enseres, muebles viejos, recogida de muebles
tirar, desechar, deshacerme, botar, dónde tiro > depositar, desechar, tirar
contenedor amarillo, envases, envase, plásticos, latas, briks, bricks
botellas de vidrio, tarros de cristal, frascos > vidrio, contenedor verde, iglú
contenedor azul, papel, cartón, papel y cartón, cajas de cartón
restos de comida, cáscaras > materia orgánica, orgánica, contenedor marrón, compost
restos de poda, la poda, césped, hojas secas, ramas > poda, restos vegetales, residuos vegetales
pilas, baterías, bombillas, fluorescentes, tubos fluorescentes > pilas, punto limpio, residuos peligrosos
nevera, lavadora, frigorífico, televisor, electrodoméstico, refrigerador > electrodomésticos, aparatos eléctricos, raee, punto limpio
restos de pintura, bote de pintura, disolvente, productos químicos, aceite usado > residuos peligrosos, punto limpio, aceite
escombros, cascotes, obra menor residuos, tejas > escombros, punto limpio
ropa vieja, ropa usada, contenedor de ropa > ropa, textil
medicamentos caducados, medicinas caducadas > farmacia, punto sigre, medicamentos
recogen, recogida, pasa el camión, camión de la basura, recolección, basurero, basurero municipal
sacar la basura, bajar la basura, tirar la basura > horario de depósito, depositar
tasa de basura, recibo de basura, impuesto de basura
nuevos pacientes, paciente nuevo, primera visita, primera consulta
pediatra, médico de niños, médico infantil
ginecólogo, ginecóloga, ginecología
embarazo, embarazada, gestante, estoy esperando un bebé
fisio, fisioterapia, fisioterapeuta, rehabilitación, kinesiólogo
oftalmólogo, oculista, graduación de la vista
dermatólogo, médico de la piel
psicólogo, psicoterapia, terapeuta
ansiedad, depresión, triste > psicología, psicólogo, salud mental
enfermero, curas de enfermería
análisis de sangre, analítica, sacar sangre, extracción de sangre, laboratorio
radiografía, ecografía, resonancia, tac, rayos x > radiología, diagnóstico por imagen, pruebas
caries, empaste, corona dental, implante dental, muela > odontología, dentista, tratamiento dental
limpieza dental, limpieza bucal, limpieza de dientes
ortodoncia, brackets, aparato dental, frenos dentales
veterinario, clínica veterinaria
perro enfermo, gato enfermo, mi perro está enfermo, mi gato está enfermo > veterinario, urgencias
castrar, castración, esterilizar, esterilización
videoconsulta, consulta online, teleconsulta, consulta telefónica
hospital, hospitalización, ingresado, clínica, sanatorio
ambulancia, bomberos, infarto, emergencias > urgencias, emergencias, 112
horario de visitas, visitar a un paciente, visitar a un enfermo > visitas, horario de visitas
operación, cirugía, operar, operarme, intervención quirúrgica
residencia de ancianos, residencia de mayores, asilo, geriátrico, hogar de ancianos
cuidado de mayores, ayuda a domicilio, cuidador, atención domiciliaria
alumno, alumnado, estudiante del centro
faltar, falta de asistencia, ausencia, justificar una falta, está enfermo mi hijo > ausencia, faltas, justificante, justificar
notas, calificaciones, boletín de notas, evaluaciones
material escolar, útiles escolares, lista de materiales
hacer los deberes, tareas escolares, refuerzo escolar, apoyo escolar, clases particulares
uniforme, chándal, qué ropa llevar > uniforme, ropa, vestimenta
transporte escolar, autobús escolar, ruta escolar
campamento, campamento de verano, colonias, colonia de vacaciones
canguro, niñera, cuidar a mi hijo, cuidado de niños
inicio de curso, comienzo de las clases, empiezan las clases, vuelta al cole > inicio, curso, calendario escolar
universidad, facultad, universitaria
residencia universitaria, residencia de estudiantes, colegio mayor, alojamiento para estudiantes
examen, prueba de acceso
principiante, nivel inicial, sin experiencia, desde cero, iniciación
nivel avanzado, avanzado, perfeccionamiento, nivel intermedio
instructor, monitor, formador, entrenador
curso de español, aprender español, clases de español, español para extranjeros
certificado, acreditación, constancia, justificante
en línea, online, por internet, a distancia, virtual, telemático
recuperar clase, clase perdida, perdí una clase > recuperar, recuperación
qué documentos, documentación, papeles, documentos necesarios, qué papeles, requisitos
formulario, impreso, solicitud, instancia, modelo de solicitud
trámite, gestión, gestionar, sede electrónica
permiso de residencia, tarjeta de residencia, nie, visado, extranjería
nacionalidad, ciudadanía, hacerse español, nacionalidad española
fallecimiento, defunción, se murió, murió mi, ha muerto, falleció, certificado de defunción, muerte
nacimiento, partida de nacimiento, inscribir a mi bebé, acta de nacimiento, registro civil
votar, elecciones, voto, mesa electoral, censo electoral
impuestos, tributos, contribución, ibi, hacienda pública, de hacienda, predial
carnet de conducir, carné de conducir, permiso de conducir, licencia de conducir
farola, bache, la acera, las aceras, alumbrado, semáforo roto > incidencia, alumbrado, vía pública, aviso
ruido, vecino, vecinos ruidosos, música alta > ruido, contaminación acústica, ordenanza, policía local
perro perdido, gato perdido, perro abandonado, animal perdido > animales abandonados, protectora, perrera
refugio, protectora, adoptar un perro, adoptar un gato, adoptar un animal, perrera > adopción, adoptar, protectora
dejar a mi perro, residencia canina, guardería canina, hotel para perros
permitido, prohibido, está permitido, prohibición
mercado, mercadillo, tianguis, mercado semanal
fuga de agua, contador de agua, factura del agua > servicio de aguas, contador
policía, policía local, comisaría, guardia civil
asistente social, trabajadora social, servicios sociales
vivienda social, vivienda protegida, vivienda pública, vpo
plazo, plazos de entrega, fecha límite > plazo, fecha límite, fin de plazo
secretaría, recepción, mostrador, conserjería, oficina de atención
partido, torneo, competición, campeonato, liga
ropa deportiva, equipación, zapatillas, qué ponerme > ropa, equipación, material
gimnasio, fitness, musculación, sala de pesas
ducha, vestuario, cambiarme de ropa
bañador, traje de baño, gorro de baño, bikini
aprender a nadar, curso de natación, clases de natación
excursión, viaje, salida de un día, escapada
apartamento, piso turístico, casa de vacaciones, apartamento turístico, departamento turístico
camping, acampar, tienda de campaña, caravana, autocaravana
llegar tarde al hotel, llegada tardía, llegar de noche, llegada nocturna
recoger las llaves, entrega de llaves, llave de la habitación
limpieza, gastos de limpieza, servicio de limpieza
toalla, sábanas, ropa de cama
lavandería, lavar la ropa, lavar ropa
para llevar, comida para llevar, llevarme la comida
trona, silla alta, silla para bebé, silla para niños
menú infantil, menú para niños, plato infantil
terraza, comer fuera, al aire libre, mesas fuera
menú del día, plato del día, menú de mediodía
cerveza, vino, alcohol, cóctel > bebidas, bar, vinos, cervezas
entregar un libro, devolver libros, devolver un libro, buzón de devolución > devolución, devolver, buzón
libro perdido, perdí un libro, libro roto, libro dañado > pérdida, deterioro, reponer, reposición
juegos de mesa, ludoteca
periódico, revista, prensa diaria
cuentacuentos, hora del cuento, lectura infantil
ordenador, computadora, pc
sala de lectura, sala de estudio, estudiar, zona de estudio
encargar una misa, intención de misa, ofrecer una misa
taller mecánico, mecánico, taller de coches, taller de autos
revisión, cambio de aceite, mantenimiento del coche, puesta a punto
itv, inspección técnica, vtv, revisión técnica
neumático, rueda, llanta, pinchazo
chapa, arañazo, golpe, carrocería, rayón, abolladura
coche de sustitución, vehículo de sustitución, coche de cortesía, auto de reemplazo
no arranca, grúa, remolque, avería, batería descargada > asistencia, grúa, avería
gasolina, gasolinera, combustible, diésel, nafta
peluquería, corte de pelo, cortarme el pelo, barbería
tinte, mechas, teñir, coloración, balayage
estética, depilación, centro de estética, tratamiento facial, esteticista
grifo, tubería, desatasco, atasco, fuga > fontanero, fontanería, plomero
fontanero, plomero, gasfiter
caldera, calentador, estufa averiada, sin agua caliente > caldera, calefacción, avería
tejado, gotera, techo > tejado, cubierta, goteras, humedades
cerrajero, cerradura, me he quedado fuera
pintor, pintar la casa, pintar paredes
albañil, reforma, remodelación
cortar el césped, un seto, los setos, podar, jardinero > jardinería, jardinero, mantenimiento
zona de servicio, se desplazan, os desplazáis, área de cobertura > cobertura, desplazamiento
eliminar mi cuenta, borrar mi cuenta, cerrar mi cuenta, borrar mis datos > eliminar, cuenta, baja, supresión
cuenta bloqueada, no puedo entrar, no puedo iniciar sesión, no puedo acceder > iniciar sesión, contraseña, acceso
hackeado, estafa, phishing, fraude
copia de seguridad, respaldo, restaurar, backup
compatible, compatibilidad, requisitos del sistema, sistema operativo
licencia de uso, clave de licencia, activar, activación
prueba gratis, periodo de prueba, versión de prueba
concierto, música en directo, música en vivo
espectáculo, teatro, obra de teatro, representación teatral
fiesta, feria, verbena, romería
asiento, sentarse, sentado, butaca
empieza, comienza, inicio, empezar
termina, acaba, final, terminar, finaliza
lluvia, llueve, mal tiempo, tormenta > lluvia, mal tiempo, suspensión, meteorológicas
suspendido, se suspende, se aplaza, aplazado > suspendido, cancelado, aplazado
qué hacer, ocio, qué ver > actividades, agenda, ocio
cine, película, proyección
charla, conferencia, ponencia, coloquio
parada de autobús, qué parada, parada más cercana
aeropuerto, avión, vuelo
alquiler de bicicletas, alquilar una bici, bicicletas de alquiler
plaza para discapacitados, aparcamiento para discapacitados, tarjeta de estacionamiento
multa de tráfico, multa de aparcamiento, me han multado, sanción de tráfico
zona azul, parquímetro, estacionamiento regulado
zona de residentes, tarjeta de residente, aparcamiento de residentes
cerca, a pie, andando, caminando, en los alrededores
sueldo, salario, cuánto se gana, remuneración
media jornada, tiempo parcial, jornada completa, turno de trabajo
echar una mano, ayudar como voluntario, colaborar > voluntariado, voluntarios, colaborar
muletas, andador, bastón, caminar mal > movilidad reducida, silla de ruedas, accesible, ascensor
autismo, autista, hora tranquila, hora silenciosa
escalera, escalones, peldaños
acompañante, asistente personal
mamá, papá, madre, padre > padres, familiar, adulto
solo sin adulto, sin adultos, sin padres, niños solos > acompañados, adulto, solos
menor de edad, menores de 18
autorización paterna, permiso de los padres, autorización de los padres
lactancia, dar el pecho, amamantar, sala de lactancia
me han robado, robo, robado, hurto > robo, denuncia
descontento, insatisfecho, mal servicio, mala atención > queja, reclamación, sugerencias
mis datos, acceso a mis datos, borrar datos, derecho al olvido > protección de datos, supresión, derechos
cámara de vigilancia, videovigilancia, cámaras de seguridad
director, jefe, responsable, encargado, presidente
fundado, creado, desde cuándo, en qué año se fundó > fundado, fundación, historia, desde
mediodía, hora de comer, cierran al mediodía > mediodía, horario partido
idioma, inglés, habláis inglés, hablan inglés
enchufe, cargar el móvil, cargar el celular
agua potable, fuente de agua, beber agua
cuándo hay menos gente, mucha gente, horas punta, aforo > afluencia, aforo
herido, accidente, primeros auxilios, desfibrilador, botiquín
traer, llevar, llevar conmigo, qué llevar
dar a luz, maternidad, matrona, partera, sala de partos
desempleado, en paro, en el paro, sin trabajo, desempleo
anticipo, paga y señal, pago por adelantado
tienda, comercio, tienda física
con correa, llevar correa, bozal, perros sueltos
con iva, iva, sin iva
hacer obras, obra en casa, reformar mi casa, cerrar la terraza, ampliar la casa > licencia de obras, urbanismo, declaración responsable
aula matinal, extraescolares, actividades extraescolares
quedarse a comer, comer en el colegio, menú escolar, comedor escolar
guardar, guarda, dejar mi maleta, guardar el equipaje > consigna, guardarropa, taquillas
comprobar, verificar, comprobación
recibir, recibido, recibe > recibir, entrega
residencia, residente
pleno municipal, concejal
`;
