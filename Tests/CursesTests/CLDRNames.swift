/// The name of each language in Unicode's CLDR (version 41; mostly its name of the United States or the United
/// Kingdom): code, blank, name.
enum CLDRNames {
    static let all: [(language: String, name: String)] = table.split { $0 == "|" || $0 == "\n" }.compactMap { item in
        let item = item.drop { $0 == " " }
        guard let blank = item.firstIndex(of: " ") else { return nil }
        return (String(item[..<blank]), trimmed(item[item.index(after: blank)...]))
    }

    private static func trimmed(_ name: Substring) -> String {
        var name = name
        while name.last == " " { name.removeLast() }
        return String(name)
    }

    // From common/main of Debian's package unicode-cldr-core.
    private static let table = """
        af Verenigde State van Amerika | agq USA | ak Amɛrika | am ዩናይትድ ስቴትስ | ar الولايات المتحدة
        as মাৰ্কিন যুক্তৰাষ্ট্ৰ | asa Marekani | ast Estaos Xuníos | az Amerika Birləşmiş Ştatları
        bas Àdnà i Bilɔ̀ŋ bi Amerkà | be Злучаныя Штаты | bem Ichibemba | bez Humalekani | bg Съединени щати
        bm Ameriki | bn মার্কিন যুক্তরাষ্ট্র | bo ཨ་མེ་རི་ཀ། | br Stadoù-Unanet | brx जथाय हादोर आमेरिका
        bs Sjedinjene Države | ca Estats Units | ccp 𑄟𑄢𑄴𑄇𑄨𑄚𑄴 𑄎𑄧𑄙𑄢𑄬𑄌𑄴𑄎𑄮 | ce Цхьанатоьхна Штаташ
        ceb Estados Unidos | cgg Amerika | chr ᏌᏊ ᎢᏳᎾᎵᏍᏔᏅ ᏍᎦᏚᎩ | ckb ویلایەتە یەکگرتووەکان | cs Spojené státy
        cy Yr Unol Daleithiau | da USA | dav Marekani | de Vereinigte Staaten | dje Ameriki Laabu Margantey
        doi यूएस | dsb Zjadnośone staty Ameriki | dua duálá | dyo joola | dz ཡུ་ཨེས་ཨེ | ebu Marekani
        ee USA nutome | el Ηνωμένες Πολιτείες | en United States | eo Usono | es Estados Unidos
        et Ameerika Ühendriigid | eu Ameriketako Estatu Batuak | ewo Ǹnam Amɛrəkə | fa ایالات متحده
        ff Dowlaaji Dentuɗi Amerik | fi Yhdysvallat | fil Estados Unidos | fo Sambandsríki Amerika
        fr États-Unis | fur Stâts Unîts | fy Ferienigde Staten | ga Stáit Aontaithe Mheiriceá
        gd Na Stàitean Aonaichte | gl Os Estados Unidos | gsw Veräinigti Schtaate | gu યુનાઇટેડ સ્ટેટ્સ
        guz Marekani | gv Rywvaneth Unys | ha Amurka | haw ʻAmelika Hui Pū ʻIa | he ארצות הברית
        hi संयुक्त राज्य | hr Sjedinjene Američke Države | hsb Zjednoćene staty Ameriki | hu Egyesült Államok
        hy Միացյալ Նահանգներ | ia Statos Unite | id Amerika Serikat | ig United States | ii ꂰꇩ | is Bandaríkin
        it Stati Uniti | ja アメリカ合衆国 | jgo Ndaꞌa | jmc Marekani | jv Amérika Sarékat
        ka ამერიკის შეერთებული შტატები | kab WDM | kam Marekani | kde Malekani | kea Stadus Unidos di Merka
        kgp Enhtano Unĩno | khq Ameriki Laabu Margantey | ki Amerika | kk Америка Құрама Штаттары | kkj kakɔ
        kl Naalagaaffeqatigiit | kln Emetab amerika | km សហរដ្ឋអាមេរិក | kn ಯುನೈಟೆಡ್ ಸ್ಟೇಟ್ಸ್ | ko 미국
        kok युनायटेड स्टेट्स | ks یوٗنایٹِڑ سِٹیٹِس | ksb Malekani | ksf amɛrika
        ksh de vereineschte Schtaate vun Ammärrika | ku Dewletên Yekbûyî yên Amerîkayê | kw Statys Unys
        ky Кошмо Штаттар | lag Amerɨka | lb Vereenegt Staaten | lg Amerika | lkt Mílahaŋska Tȟamákȟočhe
        ln Ameriki | lo ສະຫະລັດ | lrc ڤولاتیا یأکاگئرتە | lt Jungtinės Valstijos | lu Ameriki | luo USA
        luy Marekani | lv Amerikas Savienotās Valstis | mai संयुक्त राज्य | mas Marekani | mer Amerika
        mfe Lamerik | mg Etazonia | mgh Umarekani | mgo metaʼ | mi Hononga o Amerika
        mk Соединети Американски Држави | ml അമേരിക്കൻ ഐക്യനാടുകൾ | mn Америкийн Нэгдсэн Улс
        mni য়ুনাইটেদ ষ্টেটস | mr युनायटेड स्टेट्स | ms Amerika Syarikat | mt l-Istati Uniti | mua Amerika
        my အမေရိကန် ပြည်ထောင်စု | mzn متحده ایالات | naq Amerikab | nd Amelika | nds USA | ne संयुक्त राज्य
        nl Verenigde Staten | nmg Amɛŕka | nn Den sentralafrikanske republikken | nnh Shwóŋò ngiembɔɔn | no USA
        nus Thok Nath | nyn Amerika | om United States | or ଯୁକ୍ତ ରାଷ୍ଟ୍ର | os АИШ | pa ਸੰਯੁਕਤ ਰਾਜ
        pcm Yunaítẹ́d Stets | pl Stany Zjednoczone | ps متحده آيالات | pt Estados Unidos | qu Estados Unidos
        rm Stadis Unids da l’America | rn Leta Zunze Ubumwe za Amerika | ro Statele Unite ale Americii
        rof Marekani | ru Соединенные Штаты | rw Kinyarwanda | rwk Marekani | sa संयुक्त राज्य:
        sah Америка Холбоһуктаах Штааттара | saq Marekani | sat ᱭᱩᱱᱟᱭᱴᱮᱰ ᱮᱥᱴᱮᱴ | sbp Malekani
        sc Istados Unidos | sd آمريڪا جون گڏيل رياستون | se Amerihká ovttastuvvan stáhtat | seh Estados Unidos
        ses Ameriki Laabu Margantey | sg ÂLeaa-Ôko tî Amerika | shi ⵉⵡⵓⵏⴰⴽ ⵎⵓⵏⵏⵉⵏ ⵏ ⵎⵉⵔⵉⴽⴰⵏ | si එක්සත් ජනපදය
        sk Spojené štáty | sl Združene države Amerike | smn Ovtâstum Staatah | sn Amerika | so Maraykanka
        sq SHBA | sr Сједињене Државе | su Amérika Sarikat | sv USA | sw Marekani | ta அமெரிக்கா
        te యునైటెడ్ స్టేట్స్ | teo Marekani | tg Иёлоти Муттаҳида | th สหรัฐอเมริกา | ti ኣመሪካ
        tk Amerikanyň Birleşen Ştatlary | to Puleʻanga fakatahataha ʻAmelika | tr Amerika Birleşik Devletleri
        tt АКШ | twq Ameriki Laabu Margantey | tzm Iwunak Idduklen n Amirika | ug ئامېرىكا قوشما ئىشتاتلىرى
        uk Сполучені Штати | ur ریاست ہائے متحدہ امریکہ | uz Amerika Qo‘shma Shtatlari | vai ꕶꕱ | vi Hoa Kỳ
        vun Marekani | wae Amerika | wo Etaa Sini | xh isiXhosa | xog Amerika | yav amálíka
        yi פֿאַראייניגטע שטאַטן | yo Amẹrikà | yrl Tetãma-ita Yepewasú | yue 美國 | zgh ⵉⵡⵓⵏⴰⴽ ⵎⵓⵏⵏⵉⵏ ⵏ ⵎⵉⵔⵉⴽⴰⵏ
        zh 美国 | zu i-United States
        """
}
