' Opens each workbook of orders.txt, writes what is seen, presses "Sort Descending" and writes what is seen then.
Sub SortAll(sFolder As String)
    On Error GoTo Failed
    Dim oFiles As Object, oOrders As Object, aOrder As Variant
    oFiles = createUnoService("com.sun.star.ucb.SimpleFileAccess")
    oOrders = createUnoService("com.sun.star.io.TextInputStream")
    oOrders.setInputStream(oFiles.openFileRead(sFolder & "orders.txt"))
    Do While Not oOrders.isEOF()
        aOrder = Split(oOrders.readLine(), " ")
        If UBound(aOrder) = 3 Then
            SortOne(oFiles, sFolder & aOrder(0), CInt(aOrder(1)), CInt(aOrder(2)), CLng(aOrder(3)))
        End If
    Loop
    oOrders.closeInput()
    WriteText(oFiles, sFolder & "done", "")
    StarDesktop.terminate()
    Exit Sub
Failed:
    WriteText(oFiles, sFolder & "error", Error$ & " at line " & Erl)
    StarDesktop.terminate()
End Sub

Sub SortOne(oFiles As Object, sPath As String, nSheet As Integer, nColumn As Integer, nRow As Long)
    Dim aHidden(0) As New com.sun.star.beans.PropertyValue
    aHidden(0).Name = "Hidden"
    aHidden(0).Value = True
    Dim oBook As Object, oSheet As Object, oDispatcher As Object
    oBook = StarDesktop.loadComponentFromURL(sPath & ".xlsx", "_blank", 0, aHidden())
    oSheet = oBook.Sheets.getByIndex(nSheet)
    WriteText(oFiles, sPath & ".before", Seen(oSheet))
    oBook.CurrentController.setActiveSheet(oSheet)
    oBook.CurrentController.select(oSheet.getCellByPosition(nColumn, nRow))
    oDispatcher = createUnoService("com.sun.star.frame.DispatchHelper")
    oDispatcher.executeDispatch(oBook.CurrentController.Frame, ".uno:SortDescending", "", 0, Array())
    WriteText(oFiles, sPath & ".after", Seen(oSheet))
    oBook.close(True)
End Sub

Function Seen(oSheet As Object) As String
    Dim oCursor As Object, r As Long, c As Integer, nLast As Integer, sAll As String, sCell As String
    oCursor = oSheet.createCursor()
    oCursor.gotoEndOfUsedArea(False)
    nLast = oCursor.RangeAddress.EndColumn
    If nLast > 60 Then nLast = 60
    For r = 0 To oCursor.RangeAddress.EndRow
        sAll = sAll & IIf(oSheet.Rows.getByIndex(r).IsVisible, "1", "0")
        For c = 0 To nLast
            sCell = oSheet.getCellByPosition(c, r).String
            sAll = sAll & Chr(9) & Join(Split(sCell, Chr(10)), " ")
        Next c
        sAll = sAll & Chr(10)
    Next r
    Seen = sAll
End Function

Sub WriteText(oFiles As Object, sPath As String, sText As String)
    Dim oOut As Object
    oOut = createUnoService("com.sun.star.io.TextOutputStream")
    oOut.setOutputStream(oFiles.openFileWrite(sPath))
    oOut.setEncoding("UTF-8")
    oOut.writeString(sText)
    oOut.closeOutput()
End Sub
