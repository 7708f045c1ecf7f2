package lexical

// englishProse is prose with an ordinary share of names and numbers.
const englishProse = `The committee met twice in the spring of 2025 to review how the archive had been kept. Its members
found that most of the older records could still be read, although the paper had yellowed and several
boxes had been stored too close to a heating pipe. "We shouldn't wait another ten years," said Dr. Hale,
who has run the reading room since 1998; the company's offer to pay for new shelves was accepted on the spot.
A second report, due in October, will deal with the photographs: about 14,000 prints and negatives, of which
fewer than a third have ever been catalogued. Visitors who want to see them must for now write in advance.
`

// passages are a few sentences in each language, of the kind that documents hold.
var passages = map[Language]string{
	"en": englishProse,
	"de": `Der Ausschuss hat in seiner letzten Sitzung beschlossen, die Krankenversicherung der Angestellten neu auszuschreiben. Die bisherigen Verträge laufen zum Ende des Jahres aus und wurden nicht verlängert. Bis dahin bleibt alles, wie es ist.`,
	"fr": `La commission a examiné pendant deux jours les comptes de l'association et n'a rien trouvé qui puisse inquiéter ses membres. Les dépenses ont été plus élevées que prévu, mais les recettes aussi, si bien que l'année se termine à l'équilibre.`,
	"es": `El comité revisó durante dos días las cuentas de la asociación y no encontró nada que pudiera preocupar a sus miembros. Los gastos fueron más altos de lo previsto, pero también los ingresos, de modo que el año termina en equilibrio.`,
	"it": `La commissione ha esaminato per due giorni i conti dell'associazione e non ha trovato nulla che possa preoccupare i soci. Le spese sono state più alte del previsto, ma anche le entrate, e quindi l'anno si chiude in pareggio.`,
	"pt": `A comissão analisou durante dois dias as contas da associação e não encontrou nada que pudesse preocupar os seus membros. As despesas foram mais altas do que o previsto, mas as receitas também, e por isso o ano termina em equilíbrio.`,
	"ro": `Comisia a verificat timp de două zile conturile asociației și nu a găsit nimic care să îi îngrijoreze pe membri. Cheltuielile au fost mai mari decât se prevăzuse, dar și veniturile, astfel că anul se încheie în echilibru.`,
	"nl": `De commissie heeft twee dagen lang de rekeningen van de vereniging bekeken en niets gevonden dat de leden zorgen zou moeten baren. De uitgaven waren hoger dan verwacht, maar de inkomsten ook, zodat het jaar in evenwicht wordt afgesloten.`,
	"sv": `Kommittén granskade under två dagar föreningens räkenskaper och fann inget som borde oroa medlemmarna. Utgifterna var högre än väntat, men det var också intäkterna, så att året slutar i balans.`,
	"da": `Udvalget gennemgik i to dage foreningens regnskaber og fandt intet, som burde bekymre medlemmerne. Udgifterne var højere end ventet, men det var indtægterne også, så året ender i balance. Det må vi være tilfredse med.`,
	"no": `Utvalget gikk i to dager gjennom regnskapene til foreningen og fant ingenting som burde bekymre medlemmene. Utgiftene var høyere enn ventet, men det var inntektene også, så året ender i balanse. Nå er vi bare glade.`,
	"fi": `Toimikunta tarkasti kahden päivän ajan yhdistyksen tilit eikä löytänyt mitään, mikä olisi voinut huolestuttaa jäseniä. Menot olivat suuremmat kuin oli odotettu, mutta niin olivat myös tulot, joten vuosi päättyy tasapainoon.`,
	"hu": `A bizottság két napon át vizsgálta az egyesület számláit, és nem talált semmit, ami a tagokat aggaszthatná. A kiadások magasabbak voltak, mint vártuk, de a bevételek is, így az év egyensúllyal zárul.`,
	"tr": `Komite iki gün boyunca derneğin hesaplarını inceledi ve üyeleri endişelendirecek bir şey bulmadı. Giderler beklenenden daha yüksekti, ama gelirler de öyle olduğu için yıl denk bir bütçe ile kapanıyor.`,
	"ru": `Комиссия два дня проверяла счета общества и не нашла ничего, что могло бы встревожить его членов. Расходы оказались выше, чем ожидалось, но и доходы тоже, так что год завершается без убытка.`,
	"ar": `راجعت اللجنة حسابات الجمعية لمدة يومين ولم تجد ما يدعو إلى القلق بين الأعضاء. كانت النفقات أعلى من المتوقع ولكن الإيرادات كانت كذلك أيضا، وهكذا تنتهي السنة من دون عجز.`,
	"ta": `குழு இரண்டு நாட்கள் சங்கத்தின் கணக்குகளை ஆய்வு செய்தது. உறுப்பினர்கள் கவலைப்பட வேண்டும் என்று எதுவும் இல்லை. செலவுகள் எதிர்பார்த்ததை விட அதிகம், ஆனால் வருமானமும் அதிகம் என்பது மகிழ்ச்சி.`,
	"ga": `Bhí an coiste ag féachaint ar chuntais an chumainn ar feadh dhá lá agus ní bhfuair siad aon rud a chuirfeadh imní ar na baill. Bhí an caiteachas níos airde ná mar a bhí súil leis, ach bhí an t-ioncam amhlaidh.`,
	"pl": `Komisja przez dwa dni sprawdzała rachunki stowarzyszenia i nie znalazła niczego, co mogłoby zaniepokoić członków. Wydatki były wyższe, niż się spodziewano, ale dochody także, więc rok kończy się bez straty.`,
	"cs": `Komise dva dny prověřovala účty spolku a nenašla nic, co by mohlo znepokojit jeho členy. Výdaje byly vyšší, než se čekalo, ale příjmy také, takže rok končí vyrovnaně. To je pro nás dobrá zpráva.`,
	"uk": `Комісія два дні перевіряла рахунки товариства і не знайшла нічого, що могло б стурбувати його членів. Витрати були вищі, ніж очікувалося, але й доходи також, тож рік закінчується без збитків.`,
	"bg": `Комисията два дни проверяваше сметките на дружеството и не намери нищо, което да тревожи членовете му. Разходите бяха по-високи от очакваното, но и приходите също, така че годината ще приключи без загуба.`,
	"ca": `La comissió va revisar durant dos dies els comptes de l'associació i no va trobar res que pogués preocupar els seus membres. Les despeses han estat més altes del que es preveia, però els ingressos també.`,
	"hr": `Odbor je dva dana pregledavao račune udruge i nije našao ništa što bi moglo zabrinuti članove. Rashodi su bili viši nego što se očekivalo, ali su i prihodi, pa će godina završiti bez gubitka.`,
	"id": `Panitia memeriksa rekening perkumpulan itu selama dua hari dan tidak menemukan apa pun yang dapat membuat para anggota cemas. Pengeluaran lebih tinggi dari perkiraan, tetapi pendapatan juga demikian.`,
	"af": `Die komitee het twee dae lank na die rekeninge van die vereniging gekyk en niks gevind wat die lede sou moes bekommer nie. Die uitgawes was hoër as verwag, maar die inkomste ook, sodat die jaar gelyk eindig.`,
}

// openings are titles and questions: a handful of words.
var openings = map[Language][]string{
	"en": {"The history of the reading room", "what is the notice period for members", "How to file a claim with your insurer"},
	"de": {"Die Geschichte des Lesesaals", "wie lange ist die Kündigungsfrist für Mitglieder", "Bericht über das Jahr 2025 und der Ausblick"},
	"fr": {"L'histoire de la salle de lecture", "quel est le délai de préavis pour les membres", "Comment déposer une demande auprès des assureurs"},
	"es": {"La historia de la sala de lectura", "cuál es el plazo de preaviso para los socios", "Cómo presentar una reclamación ante el seguro"},
	"it": {"La storia della sala di lettura", "qual è il termine di preavviso per i soci", "Come presentare una richiesta agli assicuratori"},
	"pt": {"A história da sala de leitura", "qual é o prazo de aviso para os membros", "Como apresentar um pedido às seguradoras"},
	"nl": {"De geschiedenis van het leeszaaltje", "wat is de opzegtermijn voor leden", "Hoe je een claim indient bij de verzekeraar"},
	"sv": {"Läsesalens historia och framtid", "vad är uppsägningstiden för medlemmar som inte betalar", "Hur man anmäler en skada till bolaget"},
	"fi": {"Lukusalin historia ja tulevaisuus", "mikä on jäsenten irtisanomisaika", "Miten vahinko ilmoitetaan, kun yhtiö ei vastaa"},
	"ru": {"История читального зала и его людей", "какой срок уведомления для членов общества", "Как подать заявление в страховую компанию"},
	"tr": {"Okuma salonunun tarihi ve bugünü", "üyeler için ihbar süresi ne kadar", "Bir talep nasıl yapılır"},
	"hu": {"Az olvasóterem története", "mennyi a tagok felmondási ideje és hogyan számít", "Hogyan kell egy kárt bejelenteni"},
	"ar": {"تاريخ قاعة القراءة من البداية إلى اليوم", "ما هي مهلة الإشعار التي على الأعضاء"},
}
