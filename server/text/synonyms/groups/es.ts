/** See `groups.ts` for the form. */
export const es = `
admission: entrada, precio de entrada, admisión, acceso, ingreso
price: precio, precios, tarifa, tarifas, coste, costo, cuánto cuesta, cuesta, vale
caro, barato, económico > precio, descuento
ticket: entrada, entradas, billete, boleto, boletos, ticket, tique
taquilla, boletería, venta de entradas
abono anual, pase anual, carné anual
hours: horario, horarios, horas de apertura, abierto, apertura, abre, horario de atención
cierra, cerráis, a qué hora > horario, apertura, cierre
closed: cerrado, cerrada, cierre, cerramos
última entrada, último acceso
holiday: festivo, festivos, día festivo, feriado, feriados
navidad, nochebuena > 24 de diciembre, 25 de diciembre, festivos
año nuevo, nochevieja > 1 de enero, 31 de diciembre, festivos
fin de semana > sábado, domingo
discount: descuento, reducida, reducido, rebaja, tarifa reducida, bonificación
oferta, ofertas, promoción, rebajas
free: gratis, gratuito, gratuita, gratuidad, sin pagar, entrada libre
child: niño, niños, niña, niñas, menores, hijo, hija, infantil
baby: bebé, bebés, lactante, recién nacido
cambiador, cambiar pañales, pañal, pañales
adolescente, adolescentes, jóvenes, joven
family: familia, familias, familiar
senior: jubilado, jubilados, mayores, mayores de 65, pensionista, pensionistas, tercera edad, personas mayores
student: estudiante, estudiantes, carné de estudiante, universitario
grupo, grupos, en grupo
pram: carrito, cochecito, carrito de bebé, carriola, sillita de paseo
disabled: discapacidad, discapacitado, discapacitados, silla de ruedas, accesible, accesibilidad, movilidad reducida, minusválido
ascensor, elevador, rampa
perro guía, perro de asistencia
sordo, lengua de signos, bucle magnético
ciego, baja visión, braille
toilet: aseo, aseos, baño, baños, servicios, lavabo, wc, sanitarios
food: restaurante, cafetería, café, comedor, comer, comida, bar, restauración
almuerzo, cena, cenar, almorzar, hambre > restaurante, comida, menú
beber, bebida, bebidas, pastel > cafetería, bebidas
breakfast: desayuno, desayunar, brunch
menú, carta, platos
vegetariano, vegano, sin carne
alergia, alergias, alérgenos, sin gluten, celíaco, celíacos, intolerancia
picnic, merienda, traer comida
parking: aparcamiento, aparcar, parking, estacionamiento, estacionar, plaza de aparcamiento
charging: punto de recarga, puntos de recarga, coche eléctrico, cargar el coche, cargador eléctrico
car: coche, auto, automóvil, vehículo, carro
station: estación, estación de tren, estación de ferrocarril
tren, trenes, cercanías
bus: autobús, tranvía, metro, bus, transporte público, autobuses
bicycle: bicicleta, bici, bicicletas, aparcabicicletas
directions: cómo llegar, llegar, ruta, indicaciones, acceso
address: dirección, ubicación, dónde estáis, dónde están, domicilio
dog: perro, perros, mascota, mascotas, animales
wifi: wifi, wi-fi, internet, conexión a internet
phone: teléfono, número de teléfono, llamar, teléfonos
móvil, celular, smartphone
email: correo electrónico, correo, email, e-mail
contact: contacto, contactar, comunicarse, formulario de contacto
hablar con alguien, atención al cliente, agente > contacto, atención al cliente
newsletter: boletín, newsletter, boletín informativo
darse de baja, baja, desuscribirse
voucher: tarjeta regalo, vale regalo, bono regalo, cheque regalo, vale
regalo, regalos, recuerdo, recuerdos
delivery: envío, envíos, entrega, paquete, gastos de envío, plazo de entrega, enviar, reparto
llega, cuándo llega > plazo de entrega, envío
extranjero, internacional > extranjero, envío
seguimiento, rastrear, número de seguimiento, dónde está mi pedido
order: pedido, compra, comprar, pedidos
agotado, en stock, disponible, disponibilidad
recogida en tienda, recoger
return: devolución, devolver, devoluciones, cambio, cambiar
refund: reembolso, devolución del dinero, reembolsar, reintegro
desistimiento, derecho de desistimiento
complaint: queja, reclamación, reclamar
roto, defectuoso, dañado, averiado, no funciona
warranty: garantía, garantizado
repair: reparación, reparar, arreglo, arreglar, mantenimiento
repuesto, repuestos, recambio, recambios
size: talla, tallas, guía de tallas, medidas, dimensiones, tamaño
pay: pago, pagar, forma de pago, formas de pago, métodos de pago
card: tarjeta de crédito, tarjeta, pago con tarjeta, tarjeta de débito
efectivo, en metálico, metálico
transferencia, domiciliación, iban
invoice: factura, recibo, comprobante
cancel: cancelar, cancelación, anular, anulación, rescindir
membership: socio, socios, hacerse socio, membresía, afiliación, miembro, miembros
cuota, cuotas, cuota de socio
suscripción, suscribirse, abono, contrato
inscripción, inscribirse, registrarse, registro, matrícula
account: cuenta, iniciar sesión, usuario, acceder
contraseña, contraseña olvidada, clave
booking: reserva, reservar, reservación, reservas
aplazar, cambiar la reserva, cambiar la fecha
appointment: cita, cita previa, pedir cita, turno
lista de espera, cola, espera
doctor: médico, doctor, doctora, consulta, consultorio, médica
horario de consulta, horas de consulta
receta, recetas, medicamento, medicamentos
urgencia, urgencias, emergencia, guardia
vacuna, vacunación, vacunarse
seguro médico, tarjeta sanitaria, mutua
baja médica, parte de baja, certificado médico
dentista, dolor de muelas
farmacia, farmacéutico
job: empleo, trabajo, vacante, vacantes, trabajar con nosotros, ofertas de empleo, oferta de trabajo, puesto
currículum, candidatura, solicitar empleo > empleo, ofertas de empleo
prácticas, becario, pasantía
volunteer: voluntario, voluntarios, voluntariado, voluntaria
wedding: boda, bodas, casarse, casarnos, matrimonio, ceremonia civil
birthday: cumpleaños, fiesta de cumpleaños, celebrar un cumpleaños
hire: alquiler de salas, alquilar, alquiler, alquilar una sala, evento privado
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
profesor, profesores, docente, maestro, maestra
vacaciones, vacaciones escolares
guardería, escuela infantil, comedor escolar
borrow: préstamo, prestar, pedir prestado, tomar prestado, sacar libros
renew: renovar, renovación, prolongar, prórroga
fine: multa, multas, retraso, sanción, recargo
carné de biblioteca, carné de lector, tarjeta de biblioteca
libro electrónico, libros electrónicos, ebook
imprimir, impresora, fotocopia, fotocopiadora
hotel: hotel, alojamiento, hostal, dormir, pernoctar, hospedaje
room: habitación, habitaciones, habitación doble, cuarto
check-in, hora de llegada, registro de entrada
check-out, hora de salida, dejar la habitación
cuna, cama supletoria
pool: piscina, nadar, natación, alberca
aire acondicionado, climatización, calefacción
fumar, fumadores, cigarrillo
club, asociación
entrenamiento, entrenamientos, entrenar
clase de prueba, prueba gratuita, probar
misa, culto, iglesia
bautizo, bautismo, bautizar
funeral, entierro, cementerio
cura, sacerdote, párroco, parroquia
ayuntamiento, municipio, alcaldía, municipalidad
dni, documento de identidad, pasaporte
mudanza, mudarse, cambio de domicilio, empadronamiento, empadronarse
waste: basura, residuos, recogida de basura, punto limpio, reciclaje
licencia de obras, permiso de construcción
alcalde, alcaldesa
parque infantil, zona infantil
protección de datos, privacidad, datos personales
condiciones, términos y condiciones, normas
edad mínima, límite de edad, a partir de qué edad
duración, dura, cuánto tiempo
programa, software, aplicación, app
instalar, instalación, configurar
actualizar, actualización, nueva versión
descargar, descarga
error, fallo, mensaje de error
manual, instrucciones, guía de uso
`;
